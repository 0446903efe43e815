//! [`Grid`]: the drawing of a position; and [`Clicks`], which enter a move on it.

/// A position as rows of cells, from the top left. Programs draw it, as text or as SVG.
///
/// ```
/// use plywood_catalog::{Grid, MarkedMove};
///
/// let grid = Grid::rows("X..\n.O.\n...");
/// assert_eq!((grid.columns(), grid.cell(1, 1)), (3, Some('O')));
/// let marks =
///     [MarkedMove { after: Grid::rows("X.X\n.O.\n..."), color: "#c6302b".to_owned() }];
/// let svg = grid.to_svg(&marks);
/// assert_eq!(
///     svg.matches("#c6302b").count(),
///     1,
///     "the new stone is drawn in the color of the mark"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grid {
    rows: Vec<Vec<char>>,
    board: Option<&'static str>,
    /// The picture behind the cells.
    backdrop: Option<String>,
    /// The height of a cell in widths.
    height: usize,
    /// The names of cells for the first side, and for the second one.
    names: [Vec<((usize, usize), String)>; 2],
    /// The picture of each cell with the letter.
    pictures: Vec<(char, String)>,
    highlighted: Vec<(usize, usize)>,
}

/// A move shown on a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedMove {
    /// The grid after the move; the cells that change are marked.
    pub after: Grid,
    /// The color, as in SVG.
    pub color: String,
}

/// The cells to click for a move, one step after the other; in each step any of several cells is accepted.
///
/// ```
/// use plywood_catalog::Clicks;
///
/// let step = Clicks::on(4, 6).then_any([(4, 4)]);
/// assert_eq!(step.steps().len(), 2);
/// let drop = Clicks::on_any((0..6).map(|row| (3, row)));
/// assert_eq!(drop.steps()[0].len(), 6);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Clicks {
    steps: Vec<Vec<(usize, usize)>>,
    are_pairs: bool,
}

/// The side of a cell in SVG.
const CELL: usize = 70;
/// A cell without a letter.
const EMPTY: char = '.';

impl Grid {
    /// Makes a grid from text, with a line for each row and a character for each cell. Dots, underscores and hyphens are empty cells, and
    /// spaces are skipped. X and O are drawn as a cross and a nought.
    #[must_use]
    pub fn rows(text: &str) -> Self {
        let cell = |sign| if "_-".contains(sign) { EMPTY } else { sign };
        let row = |line: &str| {
            let signs = line.chars().filter(|sign| !sign.is_whitespace());
            signs.map(cell).collect()
        };
        let rows = text.lines().filter(|line| !line.trim().is_empty());
        Self {
            rows: rows.map(row).collect(),
            height: 1,
            ..Self::default()
        }
    }

    /// Sets the picture for each cell with the letter, or for the empty ones if it is a dot: SVG in a square of 70 by 70. Its `<title>` is
    /// read by screen readers, and the player with this name owns these pieces.
    #[must_use]
    pub fn with_picture(mut self, letter: char, svg: &str) -> Self {
        self.pictures.push((letter, svg.to_owned()));
        self
    }

    /// Sets the color of the board, as in SVG.
    #[must_use]
    pub fn on_board(self, color: &'static str) -> Self {
        Self {
            board: Some(color),
            ..self
        }
    }

    /// Sets a picture of the whole board, which lies behind the cells: SVG in as many squares of 70 by 70. The players may see the board
    /// turned by half.
    #[must_use]
    pub fn with_backdrop(self, svg: String) -> Self {
        Self {
            backdrop: Some(svg),
            ..self
        }
    }

    /// Makes the cells this many times as high as wide. Their pictures stand at the bottom; in the upper half of the board they are turned
    /// by half, and hang from the top.
    #[must_use]
    pub fn with_cell_height(self, height: usize) -> Self {
        Self { height, ..self }
    }

    /// Names cells for the first side and for the second one, by column and row, if they have other names than in chess.
    #[must_use]
    pub fn with_names(self, names: [Vec<((usize, usize), String)>; 2]) -> Self {
        Self { names, ..self }
    }

    /// Highlights the first row of this many equal letters, horizontal, vertical or diagonal.
    ///
    /// ```
    /// use plywood_catalog::Grid;
    ///
    /// let grid = Grid::rows("XO.\nOX.\n..X").highlighting_row_of(3);
    /// assert_eq!(grid.highlighted(), [(0, 0), (1, 1), (2, 2)]);
    /// ```
    #[must_use]
    pub fn highlighting_row_of(self, length: usize) -> Self {
        let highlighted = self.row_of(length).unwrap_or_default();
        Self {
            highlighted,
            ..self
        }
    }

    fn row_of(&self, length: usize) -> Option<Vec<(usize, usize)>> {
        let line = |(column, row): (usize, usize), (right, down): (isize, isize)| {
            let first = self.cell(column, row).filter(|cell| *cell != EMPTY)?;
            let place = |step: usize| {
                let step = step.cast_signed();
                let column = column.checked_add_signed(step * right)?;
                let row = row.checked_add_signed(step * down)?;
                (self.cell(column, row)? == first).then_some((column, row))
            };
            (0..length).map(place).collect::<Option<Vec<_>>>()
        };
        let mut lines = self.places().flat_map(|(place, _)| {
            let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
            directions
                .into_iter()
                .filter_map(move |direction| line(place, direction))
        });
        lines.next()
    }

    /// Returns the highlighted cells, such as the stones that have won.
    #[must_use]
    pub fn highlighted(&self) -> &[(usize, usize)] {
        &self.highlighted
    }

    /// Returns the picture of each cell with the letter; a dot is for the empty ones.
    #[must_use]
    pub fn pictures(&self) -> &[(char, String)] {
        &self.pictures
    }

    /// Returns the color of the board; without it lines are drawn between the cells.
    #[must_use]
    pub const fn board(&self) -> Option<&'static str> {
        self.board
    }

    /// Returns the picture behind the cells.
    #[must_use]
    pub fn backdrop(&self) -> Option<&str> {
        self.backdrop.as_deref()
    }

    /// Returns the height of a cell in widths.
    #[must_use]
    pub const fn cell_height(&self) -> usize {
        self.height
    }

    /// Returns the names of cells for the first side and for the second one.
    #[must_use]
    pub const fn names(&self) -> &[Vec<((usize, usize), String)>; 2] {
        &self.names
    }

    /// Returns the rows of letters, from the top; an empty cell is a dot.
    #[must_use]
    pub fn cells(&self) -> &[Vec<char>] {
        &self.rows
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the letter in this column of this row, both counted from 0 at the top left; a dot if the cell is empty.
    #[must_use]
    pub fn cell(&self, column: usize, row: usize) -> Option<char> {
        self.rows.get(row)?.get(column).copied()
    }

    /// Draws the grid with these moves on it.
    #[must_use]
    pub fn to_svg(&self, marks: &[MarkedMove]) -> String {
        let (width, height) = (self.columns() * CELL, self.rows.len() * self.height * CELL);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"grid-board\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"The board\" fill=\"none\" stroke=\"currentColor\">\n"
        );
        svg.push_str(&self.board_svg((width, height)));
        for (place, cell) in self.places() {
            svg.push_str(&self.cell_svg(cell, place, None));
        }
        for mark in marks {
            for (place, cell) in mark.after.places() {
                if self.cell(place.0, place.1) != Some(cell) {
                    svg.push_str(&self.cell_svg(cell, place, Some(&mark.color)));
                }
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Returns the letter of every cell with its column and row.
    pub fn places(&self) -> impl Iterator<Item = ((usize, usize), char)> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate();
            cells.map(move |(column, cell)| ((column, row), *cell))
        })
    }

    fn board_svg(&self, (width, height): (usize, usize)) -> String {
        if let Some(backdrop) = &self.backdrop {
            return format!("{backdrop}\n");
        }
        if let Some(color) = self.board {
            return format!(
                "<rect width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"{color}\" stroke=\"none\"/>\n"
            );
        }
        let columns = (CELL..width).step_by(CELL);
        let columns = columns.map(|x| format!("M{x} 4V{}", height.saturating_sub(4)));
        let rows = (CELL..height).step_by(CELL);
        let lines = columns.chain(rows.map(|y| format!("M4 {y}H{}", width.saturating_sub(4))));
        let lines: String = lines.collect();
        format!("<path d=\"{lines}\" stroke-width=\"2\" opacity=\".35\"/>\n")
    }

    /// Returns the cell at a place; in the color of a mark if there is one.
    fn cell_svg(&self, cell: char, (column, row): (usize, usize), color: Option<&str>) -> String {
        let x = column * CELL + CELL / 2;
        let y = row * self.height * CELL + self.height * CELL / 2;
        let stroke = color.unwrap_or("currentColor");
        let picture = self.pictures.iter().find(|(known, _)| *known == cell);
        match (cell, picture) {
            (_, Some(_)) if color.is_some() => format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"21\" stroke=\"{stroke}\" stroke-width=\"9\"/>\n"
            ),
            (_, Some((_, picture))) => {
                let height = self.height * CELL;
                let is_hanging = self.height > 1 && 2 * row < self.rows.len();
                let turned = format!(" rotate(180 {} {})", CELL / 2, height / 2);
                let turned = if is_hanging { &turned } else { "" };
                let (left, top) = (x - CELL / 2, y - height / 2);
                format!("<g transform=\"translate({left} {top}){turned}\">{picture}</g>\n")
            }
            (EMPTY, None) => String::new(),
            ('X', None) => format!(
                "<path d=\"M{} {}l36 36m0 -36l-36 36\" stroke=\"{stroke}\" stroke-width=\"8\" stroke-linecap=\"round\"/>\n",
                x - 18,
                y - 18
            ),
            ('O', None) => format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"20\" stroke=\"{stroke}\" stroke-width=\"8\"/>\n"
            ),
            (letter, None) => {
                let letter = match letter {
                    '<' => "&lt;".to_owned(),
                    '&' => "&amp;".to_owned(),
                    letter => letter.to_string(),
                };
                format!(
                    "<text x=\"{x}\" y=\"{}\" font-size=\"40\" text-anchor=\"middle\" fill=\"{stroke}\" stroke=\"none\">{letter}</text>\n",
                    y + 14
                )
            }
        }
    }
}

impl Clicks {
    /// Makes one click on a cell, by its column and row from the top left.
    #[must_use]
    pub fn on(column: usize, row: usize) -> Self {
        Self::on_any([(column, row)])
    }

    /// Makes one click on any of these cells.
    #[must_use]
    pub fn on_any(cells: impl IntoIterator<Item = (usize, usize)>) -> Self {
        Self {
            steps: vec![cells.into_iter().collect()],
            are_pairs: false,
        }
    }

    /// Adds one more click, on any of these cells.
    #[must_use]
    pub fn then_any(mut self, cells: impl IntoIterator<Item = (usize, usize)>) -> Self {
        self.steps.push(cells.into_iter().collect());
        self
    }

    /// Makes clicks of pairs, such as the cells from which and to which a piece moves, for moves of several pieces: the pairs may be clicked
    /// in any order.
    #[must_use]
    pub fn in_pairs(pairs: impl IntoIterator<Item = [Vec<(usize, usize)>; 2]>) -> Self {
        Self {
            steps: pairs.into_iter().flatten().collect(),
            are_pairs: true,
        }
    }

    /// Returns `true` if the steps are pairs that may be clicked in any order.
    #[must_use]
    pub const fn are_pairs(&self) -> bool {
        self.are_pairs
    }

    /// Returns the cells of each step.
    #[must_use]
    pub fn steps(&self) -> &[Vec<(usize, usize)>] {
        &self.steps
    }
}
