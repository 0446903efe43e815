//! What the command line of `compare_strategies` asks for.

/// The options, with nothing filled in that depends on the game.
pub(crate) struct Options {
    pub(crate) game: String,
    pub(crate) position: Option<String>,
    pub(crate) depth: Option<u32>,
    pub(crate) evaluator: Option<String>,
    pub(crate) strategies: Option<Vec<String>>,
    pub(crate) format: Format,
    pub(crate) svg: Option<String>,
}

/// How to print.
pub(crate) enum Format {
    Table,
    Json,
    Csv,
}

impl Options {
    /// Reads the arguments; `None` if they ask for help.
    pub(crate) fn read(arguments: &[String]) -> Result<Option<Self>, String> {
        let mut options = Self {
            game: "chess".to_owned(),
            position: None,
            depth: None,
            evaluator: None,
            strategies: None,
            format: Format::Table,
            svg: None,
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || {
                let value = arguments.next().cloned();
                value.ok_or_else(|| format!("a value must follow {argument}"))
            };
            match argument.as_str() {
                "--help" => return Ok(None),
                "--game" => options.game = value()?,
                "--fen" => options.position = Some(value()?),
                "--depth" => options.depth = Some(depth(&value()?)?),
                "--evaluator" => options.evaluator = Some(value()?),
                "--strategies" => {
                    let names = value()?;
                    options.strategies = Some(names.split(',').map(str::to_owned).collect());
                }
                "--json" => options.format = Format::Json,
                "--csv" => options.format = Format::Csv,
                "--svg" => options.svg = Some(value()?),
                other => return Err(format!("there is no option {other:?}")),
            }
        }
        Ok(Some(options))
    }
}

fn depth(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("expected a depth in plies, found {text:?}"))
}
