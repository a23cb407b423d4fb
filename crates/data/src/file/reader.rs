//! Reads tables from Parquet, with only those kinds of columns that data sets have.

use std::borrow::Cow;

use bytes::Bytes;
use parquet::basic::{LogicalType, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{FileReader, RowGroupReader};
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::schema::types::ColumnDescriptor;

use super::table::{Column, NOTES, Table};

/// The number of rows that are decoded together.
const BATCH: usize = 1 << 13;

/// A bound on the rows of a file for each of its bytes, since the number of rows in a file is not trusted: a state's text
/// takes at least four bytes before compression, which shrinks them to no less than a 32nd.
const ROWS_PER_BYTE: usize = 8;

impl Table<'static> {
    pub(super) fn from_parquet(bytes: Bytes) -> Result<Self, String> {
        let size = bytes.len();
        let file = SerializedFileReader::new(bytes).map_err(undecodable)?;
        let metadata = file.metadata();
        let mut table = Table { notes: notes(metadata), ..Table::default() };
        if table.notes.is_empty() {
            return Err(format!(
                "it is a Parquet file, but no data set: it lacks the metadata {}",
                NOTES.join(", ")
            ));
        }
        for column in metadata.file_metadata().schema_descr().columns() {
            table.columns.push((column.name().to_owned(), Column::empty(column)?));
        }
        for number in 0..file.num_row_groups() {
            let group = file.get_row_group(number).map_err(undecodable)?;
            let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(usize::MAX);
            table.rows = table.rows.saturating_add(rows);
            if table.rows / ROWS_PER_BYTE > size {
                return Err("it claims more rows than fit into it".to_owned());
            }
            table.read_group(&*group, rows)?;
        }
        Ok(table)
    }

    fn read_group(&mut self, group: &dyn RowGroupReader, rows: usize) -> Result<(), String> {
        for (index, (name, column)) in self.columns.iter_mut().enumerate() {
            column
                .read(group.get_column_reader(index).map_err(undecodable)?, rows)
                .map_err(|why| format!("column `{name}`: {why}"))?;
        }
        Ok(())
    }
}

fn notes(metadata: &ParquetMetaData) -> Vec<(&'static str, Cow<'static, str>)> {
    let pairs = metadata.file_metadata().key_value_metadata().map_or(&[][..], Vec::as_slice);
    let find = |name: &'static str| {
        let pair = pairs.iter().find(|pair| pair.key == name)?;
        Some((name, Cow::Owned(pair.value.clone()?)))
    };
    NOTES.into_iter().filter_map(find).collect()
}

impl Column<'static> {
    /// An empty column of the kind that the file declares.
    fn empty(column: &ColumnDescriptor) -> Result<Self, String> {
        let is_optional = (column.max_def_level(), column.max_rep_level()) == (1, 0);
        let is_required = (column.max_def_level(), column.max_rep_level()) == (0, 0);
        match (column.physical_type(), column.logical_type_ref()) {
            (Physical::BYTE_ARRAY, Some(LogicalType::String)) if is_optional => Ok(Self::Text(Vec::new())),
            (Physical::DOUBLE, None) if is_optional => Ok(Self::Number(Vec::new())),
            (Physical::INT64, Some(LogicalType::Integer { is_signed: false, .. })) if is_required => {
                Ok(Self::Whole(Vec::new()))
            }
            (Physical::BOOLEAN, None) if is_required => Ok(Self::Flag(Vec::new())),
            _ => Err(format!("column `{}` is of a kind that data sets don't have", column.name())),
        }
    }

    /// Appends values.
    fn read(&mut self, reader: ColumnReader, rows: usize) -> Result<(), String> {
        match (self, reader) {
            (Self::Text(texts), ColumnReader::ByteArrayColumnReader(mut reader)) => {
                for bytes in read_optional(&mut reader, rows)? {
                    let text = bytes.map(|bytes| bytes.as_utf8().map(|text| Cow::Owned(text.to_owned())));
                    texts.push(text.transpose().map_err(undecodable)?);
                }
            }
            (Self::Number(numbers), ColumnReader::DoubleColumnReader(mut reader)) => {
                numbers.extend(read_optional(&mut reader, rows)?);
            }
            (Self::Whole(numbers), ColumnReader::Int64ColumnReader(mut reader)) => {
                numbers.extend(read_values(&mut reader, rows, None)?.into_iter().map(i64::cast_unsigned));
            }
            (Self::Flag(flags), ColumnReader::BoolColumnReader(mut reader)) => {
                flags.extend(read_values(&mut reader, rows, None)?);
            }
            _ => return Err("it is of another kind than the file says".to_owned()),
        }
        Ok(())
    }
}

fn read_optional<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    rows: usize,
) -> Result<impl Iterator<Item = Option<T::T>>, String> {
    let mut levels = Vec::new();
    let mut present = read_values(reader, rows, Some(&mut levels))?.into_iter();
    Ok(levels.into_iter().map(move |level| if level == 1 { present.next() } else { None }))
}

/// The values of the next rows, without nulls.
fn read_values<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    rows: usize,
    mut levels: Option<&mut Vec<i16>>,
) -> Result<Vec<T::T>, String> {
    let mut values = Vec::new();
    let mut left = rows;
    while left > 0 {
        let (read, ..) = reader
            .read_records(left.min(BATCH), levels.as_deref_mut(), None, &mut values)
            .map_err(undecodable)?;
        if read == 0 {
            return Err(format!("{left} of {rows} rows are missing"));
        }
        left -= read;
    }
    Ok(values)
}

fn undecodable(error: ParquetError) -> String {
    format!("it can't be decoded: {error}")
}
