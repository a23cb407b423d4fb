//! The sizes of boards, and tables for each that are computed at compile time.

use super::cells::{Cells, goal_u64, goal_u128, goal_wide};
use super::slide::Slide;
use search::Followers;
use std::fmt::Debug;
use std::hash::Hash;

/// The size of a board, as a type, so that everything derived from it is a constant.
pub trait Board: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The packed representation of the tiles.
    type Cells: Cells;

    /// The number of rows.
    const ROWS: usize;

    /// The number of columns.
    const COLUMNS: usize;

    /// The number of cells.
    const SIZE: usize = Self::ROWS * Self::COLUMNS;

    /// Every tile on the cell of its number, the blank on cell 0.
    const GOAL: Self::Cells;
}

/// A board of `R` rows and `C` columns, 3 to 6 of each and no more rows than columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid<const R: usize, const C: usize>;

/// A generic function of a board's type, for sizes that are known only at run time: [`on_board`] chooses the type.
pub trait OnBoard {
    /// The result.
    type Output;

    /// Calls it for a board of this size.
    fn on<B: Board>(self) -> Self::Output;
}

macro_rules! boards {
    ($($cells:ty, $goal:ident: $($rows:literal x $columns:literal),*;)*) => {
        $($(impl Board for Grid<$rows, $columns> {
            type Cells = $cells;
            const ROWS: usize = $rows;
            const COLUMNS: usize = $columns;
            const GOAL: $cells = $goal(Self::SIZE);
        })*)*

        /// Calls a generic function for a board of this size; `None` if there are no such boards, or if they have more rows
        /// than columns.
        pub fn on_board<D: OnBoard>(rows: usize, columns: usize, deed: D) -> Option<D::Output> {
            match (rows, columns) {
                $($(($rows, $columns) => Some(deed.on::<Grid<$rows, $columns>>()),)*)*
                _ => None,
            }
        }
    };
}

boards! {
    u64, goal_u64: 3 x 3, 3 x 4, 4 x 4;
    u128, goal_u128: 3 x 5, 3 x 6, 4 x 5, 4 x 6, 5 x 5;
    [u64; 4], goal_wide: 5 x 6, 6 x 6;
}

/// The number of slides of the largest board.
pub(super) const MOST_SLIDES: usize = 6 * 6 * 4;

/// The tables of a board.
pub(super) struct Geometry<B>(std::marker::PhantomData<B>);

impl<B: Board> Geometry<B> {
    /// By the number of a slide: the cell that the blank comes to, or `SIZE` if there is none.
    pub(super) const TARGETS: [u8; MOST_SLIDES] = targets(B::ROWS, B::COLUMNS);

    /// By the number of a slide: a bit for each tile that it would take farther from its goal cell.
    pub(super) const FARTHER: [u64; MOST_SLIDES] = farther(B::ROWS, B::COLUMNS);

    /// By the number of a slide: the slides that may follow, without its inverse.
    pub(super) const FOLLOWERS: [Followers<Slide>; MOST_SLIDES] = followers(B::ROWS, B::COLUMNS);

    /// By the number of a slide: the same, as a list.
    pub(super) const LISTS: [List; MOST_SLIDES] = lists(&Self::FOLLOWERS);

    /// By the cell of the blank: all slides.
    pub(super) const SLIDES: [List; 36] = lists(&slides(B::ROWS, B::COLUMNS));
}

/// A list of slides.
#[derive(Clone, Copy)]
pub(super) struct List {
    slides: [Slide; 4],
    count: u8,
}

impl List {
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = Slide> {
        self.slides.into_iter().take(self.count.into())
    }
}

const fn lists<const COUNT: usize>(followers: &[Followers<Slide>; COUNT]) -> [List; COUNT] {
    let mut lists = [List { slides: [Slide::from_number(0); 4], count: 0 }; COUNT];
    let mut index = 0;
    while index < 4 * COUNT {
        if let Some((_, slide)) = followers[index / 4][index % 4] {
            let list = &mut lists[index / 4];
            list.slides[list.count as usize] = slide;
            list.count += 1;
        }
        index += 1;
    }
    lists
}

const fn targets(rows: usize, columns: usize) -> [u8; MOST_SLIDES] {
    let size = rows * columns;
    let mut targets = [size as u8; MOST_SLIDES];
    let mut cell = 0;
    while cell < size {
        let (row, column) = (cell / columns, cell % columns);
        let neighbours = [
            if row > 0 { cell - columns } else { size },
            if column > 0 { cell - 1 } else { size },
            if column + 1 < columns { cell + 1 } else { size },
            if row + 1 < rows { cell + columns } else { size },
        ];
        let mut direction = 0;
        while direction < 4 {
            targets[4 * cell + direction] = neighbours[direction] as u8;
            direction += 1;
        }
        cell += 1;
    }
    targets
}

const fn farther(rows: usize, columns: usize) -> [u64; MOST_SLIDES] {
    let size = rows * columns;
    let targets = targets(rows, columns);
    let mut farther = [0; MOST_SLIDES];
    let mut slide = 0;
    while slide < 4 * size {
        let (blank, cell) = (slide / 4, targets[slide] as usize);
        let mut tile = 1;
        while tile < size && cell < size {
            if distance(tile, blank, columns) > distance(tile, cell, columns) {
                farther[slide] |= 1 << tile;
            }
            tile += 1;
        }
        slide += 1;
    }
    farther
}

/// The Manhattan distance between two cells.
pub(super) const fn distance(a: usize, b: usize, columns: usize) -> usize {
    (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns)
}

const fn slides(rows: usize, columns: usize) -> [Followers<Slide>; 36] {
    let mut slides = [[None; 4]; 36];
    let mut cell = 0;
    while cell < rows * columns {
        slides[cell] = slides_but(cell, 4, rows, columns);
        cell += 1;
    }
    slides
}

const fn followers(rows: usize, columns: usize) -> [Followers<Slide>; MOST_SLIDES] {
    let targets = targets(rows, columns);
    let mut followers = [[None; 4]; MOST_SLIDES];
    let mut slide = 0;
    while slide < 4 * rows * columns {
        let cell = targets[slide] as usize;
        if cell < rows * columns {
            followers[slide] = slides_but(cell, 3 - slide % 4, rows, columns);
        }
        slide += 1;
    }
    followers
}

/// The slides of a blank on `cell`, except that in one direction.
const fn slides_but(cell: usize, except: usize, rows: usize, columns: usize) -> Followers<Slide> {
    let targets = targets(rows, columns);
    let mut slides = [None; 4];
    let (mut first, mut direction) = (4, 4);
    while direction > 0 {
        direction -= 1;
        let number = 4 * cell + direction;
        if direction != except && (targets[number] as usize) < rows * columns {
            first -= 1;
            slides[first] = Some((number as u8, Slide::from_number(number as u8)));
        }
    }
    slides
}
