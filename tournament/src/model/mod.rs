//! Plain data that the rooms exchange. Nothing here reads files, starts programs or decides.

pub mod adjudication;
pub mod clock;
pub mod config;
pub mod format;
pub mod opening;
pub mod outputs;
pub mod points;
pub mod record;
pub mod scale;
pub mod sprt;
pub mod train;
pub mod tuning;

pub use config::Config;
pub use opening::Opening;
pub use record::GameRecord;
