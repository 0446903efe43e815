//! Labels beside a plot: their width, and how to keep them apart.

/// The height of a line of text.
pub(super) const LINE: f64 = 17.0;

/// The estimated width of a text of 13 pixels, rather too wide than too narrow.
pub(super) fn width(text: &str) -> f64 {
    let letters: f64 = text
        .chars()
        .map(|letter| match letter {
            'i' | 'j' | 'l' | 't' | 'f' | 'r' | ' ' | '.' | ',' | ':' | '-' | '\'' => 0.36,
            'm' | 'w' | 'M' | 'W' | '%' | '×' => 0.88,
            letter if letter.is_uppercase() => 0.7,
            _ => 0.6,
        })
        .sum();
    letters * 14.0
}

/// The widest of some texts.
pub(super) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> f64 {
    texts.into_iter().map(width).fold(0.0, f64::max)
}

/// Moves labels apart so that they do not overlap, and stay within the bounds.
///
/// They keep their order, and each stays as near to its own height as the labels above it allow.
pub(super) fn apart(wanted: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    let mut heights = wanted.to_vec();
    let mut least = top;
    for &index in &order {
        heights[index] = heights[index].max(least);
        least = heights[index] + LINE;
    }
    let mut most = bottom;
    for &index in order.iter().rev() {
        heights[index] = heights[index].min(most);
        most = heights[index] - LINE;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_would_overlap_are_moved_apart() {
        assert_eq!(apart(&[50.0, 10.0, 52.0], 0.0, 200.0), [50.0, 10.0, 67.0]);
        assert_eq!(apart(&[199.0, 198.0], 0.0, 200.0), [200.0, 183.0]);
        let mut many = apart(&[100.0; 9], 0.0, 200.0);
        many.sort_by(f64::total_cmp);
        assert!(
            many.windows(2).all(|pair| pair[1] - pair[0] > LINE - 1e-9),
            "{many:?}"
        );
    }
}
