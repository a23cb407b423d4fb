use super::*;

const HEADS: [Head; 8] = [
    Head::Point,
    Head::Gaussian { sigma: Sigma::Learned },
    Head::Gaussian { sigma: Sigma::Fixed(FIXED_SIGMA) },
    Head::Truncated { sigma: Sigma::Learned },
    Head::Truncated { sigma: Sigma::Fixed(FIXED_SIGMA) },
    Head::Scaled { scale: 10.0, open: None },
    Head::Scaled { scale: 10.0, open: Some(0.2) },
    Head::Categorical { highest: 3 },
];

#[test]
fn gradients_are_those_of_the_loss() {
    let known = Prior { residual: 2.0, lower: 1.0, upper: 9.0 };
    let targets = [CostRange::exact(2.0), CostRange::new(1.0, 2.0), CostRange::new(3.0, 8.0)];
    for (head, target) in HEADS.into_iter().flat_map(|head| targets.map(|target| (head, target))) {
        let outputs: Vec<f32> = [0.25, -0.5, 1.0, 0.75][..head.outputs()].to_vec();
        let mut gradient = vec![0.0; outputs.len()];
        head.loss(&outputs, known, target, &mut gradient);
        for place in 0..outputs.len() {
            let step = 1.0 / 512.0;
            let loss = |change: f32| {
                let mut moved = outputs.clone();
                moved[place] += change;
                head.loss(&moved, known, target, &mut vec![0.0; moved.len()])
            };
            let slope = (loss(step) - loss(-step)) / (2.0 * f64::from(step));
            assert!((slope - f64::from(gradient[place])).abs() < 1e-4, "{head:?}, {target:?}, {place}");
        }
    }
}

#[test]
fn the_loss_of_a_range_is_how_likely_the_belief_finds_it() {
    let known = Prior { residual: 2.0, lower: 1.0, upper: 9.0 };
    for head in HEADS.into_iter().filter(|head| *head != Head::Point) {
        let outputs: Vec<f32> = [0.25, -0.5, 1.0, 0.75][..head.outputs()].to_vec();
        let margin = if matches!(head, Head::Categorical { .. }) { 0.0 } else { OPEN };
        let mut room = Vec::new();
        let belief = head.belief(&outputs, known, &mut room).unwrap();
        for (least, most) in [(1.0, 2.0), (2.0, 3.0), (1.0, 30.0)] {
            let loss = head.loss(&outputs, known, CostRange::new(least, most), &mut vec![0.0; outputs.len()]);
            let range = CostRange::new(least, most);
            assert!((loss + head.log_likelihood(&belief, range)).abs() < 1e-6, "{head:?}, {range:?}");
            let before = if margin > 0.0 { least - margin } else { least - 1.0 };
            let likely = belief.cdf(most + margin) - belief.cdf(before);
            assert!((loss + likely.ln()).abs() < 1e-6, "{head:?}, {least}, {most}: {loss}, {likely}");
        }
    }
}

#[test]
fn ranges_that_are_far_away_or_between_categories_are_not_impossible() {
    let known = Prior { lower: 1.0, ..Prior::default() };
    for head in HEADS {
        let outputs: Vec<f32> = [0.25, -0.5, 1.0, 0.75][..head.outputs()].to_vec();
        for (least, most) in [(500.0, 900.0), (2.3, 2.7), (1.0, f64::INFINITY)] {
            let mut gradient = vec![f32::NAN; outputs.len()];
            let range = CostRange::new(least, most);
            let loss = head.loss(&outputs, known, range, &mut gradient);
            assert!(
                loss.is_finite() && gradient.iter().all(|slope| slope.is_finite()),
                "{head:?}, {range:?}"
            );
            let mut room = Vec::new();
            let belief = head.belief(&outputs, known, &mut room).unwrap();
            let likelihood = head.log_likelihood(&belief, range);
            assert!(head == Head::Point || (loss + likelihood).abs() < 1e-5 * (1.0 + loss.abs()), "{head:?}");
        }
    }
}

#[test]
fn a_cost_below_the_lower_bound_is_as_likely_in_validation_as_in_training() {
    let known = Prior { lower: 5.0, ..Prior::default() };
    for head in HEADS.into_iter().filter(|head| *head != Head::Point) {
        let outputs: Vec<f32> = [0.25, -0.5, 1.0, 0.75][..head.outputs()].to_vec();
        let cost = CostRange::exact(2.0);
        let loss = head.loss(&outputs, known, cost, &mut vec![0.0; outputs.len()]);
        let mut room = Vec::new();
        let belief = head.belief(&outputs, known, &mut room).unwrap();
        let likelihood = head.log_likelihood(&belief, cost);
        assert!(loss.is_finite() && (loss + likelihood).abs() < 1e-6, "{head:?}: {loss} {likelihood}");
    }
}

#[test]
fn a_point_within_the_range_is_not_wrong() {
    let loss = |target| Head::Point.loss(&[5.0], Prior::default(), target, &mut [0.0]);
    assert_eq!(
        [(4.0, 6.0), (6.0, 8.0), (1.0, 3.0)].map(|(a, b)| loss(CostRange::new(a, b))),
        [0.0, 1.0, 4.0]
    );
}

#[test]
fn the_loss_is_what_the_belief_says_of_the_target() {
    let known = Prior { residual: 2.0, lower: 1.0, upper: f32::INFINITY };
    for head in HEADS.into_iter().filter(|head| *head != Head::Point) {
        let outputs: Vec<f32> = [0.25, -0.5, 1.0, 0.75][..head.outputs()].to_vec();
        let loss = head.loss(&outputs, known, CostRange::exact(2.0), &mut vec![0.0; outputs.len()]);
        let mut room = Vec::new();
        let belief = head.belief(&outputs, known, &mut room).unwrap();
        assert!((loss + belief.log_density(2.0)).abs() < 1e-6, "{head:?}");
    }
}

#[test]
fn outputs_that_are_not_finite_are_no_belief() {
    for head in HEADS {
        let outputs = vec![f32::NAN; head.outputs()];
        assert!(head.belief(&outputs, Prior::default(), &mut Vec::new()).is_none(), "{head:?}");
        assert!(
            head.loss(&outputs, Prior::default(), CostRange::exact(1.0), &mut vec![0.0; outputs.len()])
                .is_nan(),
            "{head:?}"
        );
    }
}

#[test]
fn costs_beyond_the_last_category_count_as_it() {
    let head = Head::Categorical { highest: 3 };
    assert_eq!([0.4, 2.6, 9.0, -1.0].map(|cost| head.representable(cost)), [0.0, 3.0, 3.0, 0.0]);
    assert_eq!(Head::Point.representable(9.5), 9.5);
}

#[test]
fn a_scaled_belief_may_be_cut_off_below_the_lower_bound() {
    let head = Head::Scaled { scale: 10.0, open: Some(0.5) };
    let mut room = Vec::new();
    let known = Prior { lower: 9.0, ..Prior::default() };
    let belief = head.belief(&[0.7, 0.0], known, &mut room).unwrap();
    let expected = TruncatedGaussian::new(7.0, 10.0 * 2.0_f64.ln(), 8.5, f64::INFINITY).unwrap();
    assert!((belief.quantile(0.1) - expected.quantile(0.1)).abs() < 1e-6);
    assert!((belief.at_least() - 8.5).abs() < 1e-9);
    // Where nothing is known it is a whole one.
    let whole = Head::Scaled { scale: 10.0, open: None };
    let [one, other] = [head, whole].map(|head| {
        head.belief(&[0.7, 0.0], Prior::default(), &mut Vec::new()).map(|belief| belief.quantile(0.1))
    });
    assert!((one.unwrap() - other.unwrap()).abs() < 1e-9);
    assert!(head.is_well_formed() && whole.is_well_formed());
    for open in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(!Head::Scaled { scale: 10.0, open: Some(open) }.is_well_formed());
    }
}

#[test]
fn scaled_heads_are_read_and_written_as_before_there_were_truncated_ones() {
    let (text, head) = (r#"{"belief":"scaled","scale":10.0}"#, Head::Scaled { scale: 10.0, open: None });
    assert_eq!(serde_json::from_str::<Head>(text).unwrap(), head);
    assert_eq!(serde_json::to_string(&head).unwrap(), text);
    let truncated = Head::Scaled { scale: 10.0, open: Some(0.1) };
    let text = serde_json::to_string(&truncated).unwrap();
    assert_eq!(serde_json::from_str::<Head>(&text).unwrap(), truncated);
}

#[test]
fn a_scaled_spread_has_bounds_and_its_value_is_a_whole_number() {
    let head = Head::Scaled { scale: 10.0, open: None };
    let deviation = |spread: f32| {
        let mut room = Vec::new();
        let belief = head.belief(&[0.7, spread], Prior::default(), &mut room).unwrap();
        assert!((belief.mean() - 7.0).abs() < 1e-6);
        belief.variance().sqrt()
    };
    assert_eq!(deviation(-9.0), deviation(-5.0));
    assert_eq!(deviation(3.0), deviation(1.0));
    assert!((deviation(0.0) - 10.0 * 2.0_f64.ln()).abs() < 1e-9);
    assert_eq!([2.4, 2.6, 3.5].map(|value| head.meant(value)), [2.0, 3.0, 4.0]);
    assert_eq!(Head::Point.meant(2.4), 2.4);
}
