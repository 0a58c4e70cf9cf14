//! Stand-in.
use crate::problem::Problem;
use axum::response::Html;
/// Page
pub async fn page() -> Result<Html<String>, Problem> {
    Err(Problem::missing("Not yet"))
}
/// Page
pub async fn all() -> Result<Html<String>, Problem> {
    Err(Problem::missing("Not yet"))
}
