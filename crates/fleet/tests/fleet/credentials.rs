//! A server that knows its users by credentials files, as an operator issues them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use evo::{Courier, Note};
use fleet::server::Rights;
use fleet::{Access, Fleet};
use nkeys::KeyPair;
use serde_json::{Value, json};

use crate::toy::generation;
use crate::world::{World, setup};

/// A token that says of `subject` what `claims` are, signed.
fn token(issuer: &KeyPair, subject: &KeyPair, name: &str, claims: Value) -> String {
    let part = |value: Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let head = part(json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let body = part(json!({
        "jti": name,
        "iat": 1_700_000_000,
        "iss": issuer.public_key(),
        "sub": subject.public_key(),
        "name": name,
        "nats": claims,
    }));
    let text = format!("{head}.{body}");
    let signature = issuer.sign(text.as_bytes()).unwrap();
    format!("{text}.{}", BASE64URL_NOPAD.encode(&signature))
}

/// An account that may keep as much as it likes, or nothing.
fn account(operator: &KeyPair, name: &str, keeps: bool) -> (KeyPair, String) {
    let account = KeyPair::new_account();
    let store = if keeps { -1 } else { 0 };
    let limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true,
        "conn": -1, "leaf": -1, "mem_storage": store, "disk_storage": store, "streams": store,
        "consumer": store,
    });
    let claims = json!({ "limits": limits, "type": "account", "version": 2 });
    let token = token(operator, &account, name, claims);
    (account, token)
}

/// The credentials file of a user who has these rights, or all.
fn issue(folder: &Path, account: &KeyPair, name: &str, rights: Option<Rights>) -> PathBuf {
    let user = KeyPair::new_user();
    let allow = |subjects: Vec<String>| json!({ "allow": subjects });
    let (publish, subscribe) = match rights {
        Some(Rights { publish, subscribe }) => (allow(publish), allow(subscribe)),
        None => (json!({}), json!({})),
    };
    let claims = json!({
        "pub": publish, "sub": subscribe, "subs": -1, "data": -1, "payload": -1,
        "type": "user", "version": 2,
    });
    let (token, seed) = (token(account, &user, name, claims), user.seed().unwrap());
    let text = format!(
        "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    );
    let file = folder.join(format!("{name}.creds"));
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn users_may_have_credentials_files() {
    let folder = tempfile::tempdir().unwrap();
    let operator = KeyPair::new_operator();
    let claims = json!({ "type": "operator", "version": 2 });
    let operator_token = token(&operator, &operator, "operator", claims);
    let (system, system_token) = account(&operator, "system", false);
    let (ours, our_token) = account(&operator, "fleet", true);
    let (system_key, our_key) = (system.public_key(), ours.public_key());
    let more = format!(
        "operator: {operator_token}\nsystem_account: {system_key}\nresolver: MEMORY\n\
         resolver_preload {{\n  {system_key}: {system_token}\n  {our_key}: {our_token}\n}}\n"
    );
    let mut world = World::with_more(|_| {}, &more);
    let with = |file: PathBuf| Access {
        credentials: Some(file),
        url: format!("nats://{}", world.server.listen),
        ..Access::default()
    };
    let owner = with(issue(folder.path(), &ours, "owner", None));
    let ann = with(issue(folder.path(), &ours, "ann", Some(Rights::of("ann"))));
    let foreign = KeyPair::new_account();
    let stranger = with(issue(folder.path(), &foreign, "stranger", None));
    for refused in [world.access(), stranger] {
        let refused = Fleet::connect(refused, setup(0.02), Box::new(|_| {}));
        assert!(refused.is_err());
    }
    world.access = Some(owner);
    let fleet = world.fleet(0.02);
    world.access = Some(ann);
    let _ann = world.hire("ann");
    generation(&fleet, 30, Duration::from_millis(5)).unwrap();
    assert!(fleet.notes().contains(&Note::Joined("ann".into())));
}
