//! What an identification leaves behind.
