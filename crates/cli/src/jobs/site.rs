//! `--on SITE`: where the workers of a run are.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::number;

/// Where workers are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Site {
    /// So many processes of this machine.
    Local(u32),
    /// A Dask cluster, by the address of its scheduler: HOST:PORT.
    Dask(String),
}

const CLUSTER: &str = "dask://";
const HERE: &str = "local:";

impl FromStr for Site {
    type Err = String;

    fn from_str(text: &str) -> Result<Site, String> {
        if let Some(count) = text.strip_prefix(HERE) {
            return number(count).map(Site::Local);
        }
        let address = text.strip_prefix(CLUSTER).map(|address| address.trim_end_matches('/'));
        let is_address = |address: &&str| {
            address.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
        };
        let known = address.filter(is_address).map(|address| Site::Dask(address.to_owned()));
        known.ok_or_else(|| format!("{HERE}N or {CLUSTER}HOST:PORT"))
    }
}

/// How the scheduler of a cluster knows who we are, and we it: the options of Dask's own commands.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tls {
    /// Certificates of authorities that the scheduler's certificate has to be signed by (PEM); with it the connection is TLS
    #[arg(long, value_name = "FILE", requires = "on", help_heading = "Many machines")]
    tls_ca_file: Option<PathBuf>,

    /// Our own certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_ca_file", help_heading = "Many machines")]
    tls_cert: Option<PathBuf>,

    /// The key of our own certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_ca_file", help_heading = "Many machines")]
    tls_key: Option<PathBuf>,
}

impl Tls {
    /// As options of a command.
    pub fn words(&self) -> impl Iterator<Item = PathBuf> {
        let options =
            [("--tls-ca-file", &self.tls_ca_file), ("--tls-cert", &self.tls_cert), ("--tls-key", &self.tls_key)];
        options.into_iter().flat_map(|(name, file)| file.iter().flat_map(move |file| [name.into(), file.clone()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_processes_or_clusters() {
        assert_eq!("local:3".parse(), Ok(Site::Local(3)));
        assert_eq!("dask://127.0.0.1:8786".parse(), Ok(Site::Dask("127.0.0.1:8786".into())));
        assert_eq!("dask://[::1]:8786/".parse(), Ok(Site::Dask("[::1]:8786".into())));
        for wrong in ["", "local:", "local:0", "dask://", "dask://host", "dask://:8786", "dask://host:port", "slurm:3"]
        {
            assert!(wrong.parse::<Site>().is_err(), "{wrong}");
        }
    }
}
