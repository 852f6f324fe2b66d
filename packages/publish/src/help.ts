export const help = `Publishes a folder with a module, or the release of a provider, to the registry of an engine platform.

  engine-publish FOLDER --to NAMESPACE/NAME/PROVIDER --version 1.2.3
  engine-publish FOLDER --dry-run [--to NAMESPACE/NAME/PROVIDER [--version 1.2.3]]
  engine-publish provider FOLDER --to NAMESPACE/NAME [--docs DOCS] [--no-create] [--dry-run]
  engine-publish mirror FOLDER
  engine-publish token --organization NAME [--scopes registry,workspaces]

  --to ADDRESS         where to: the organization, the module and its provider; or the organization and the provider
  --version VERSION    a semantic version that the module does not have yet
  --url ADDRESS        the platform, such as https://engine.example.com; or the variable ENGINE_URL
  --token-file FILE    a file with the token; without, the variable ENGINE_TOKEN does, or in CI what is below
  --audience AUDIENCE  whom an ID token of CI is for; by default the platform
  --organization NAME  whose CI identity it is; by default the namespace of --to
  --identity NAME      the CI identity, where several fit
  --scopes SCOPES      what the printed token may do, with commas; by default all that the CI identity may
  --description TEXT   what the module is, in a sentence
  --source-url URL     where its sources are
  --docs DOCS          the folder with the documentation of a provider's version
  --no-create          a module or provider that is not there yet is a fault, and not created
  --insecure-http      send the token over plain http to another machine than this
  --dry-run            read the folder as the platform would, show what is found, send nothing;
                       with --to, compare it with what is published and show what breaks callers
  --help               this text

In CI no stored token is needed. The job's own ID token is exchanged for one that ends soon: the variable ENGINE_ID_TOKEN
(id_tokens of GitLab), or what a job with the permission id-token: write gets (GitHub). A token that was got so for a
folder is ended afterwards. The command token prints one for other programs instead, and nothing else.

The command provider publishes what a release tool left in a folder: one …_SHA256SUMS, its binary signature in
…_SHA256SUMS.sig, the zips …NAME_VERSION_OS_ARCH.zip, and a manifest that names the protocols. The version comes from the
names. All of it is checked by the platform's own rules, and the signature against the keys of the organization, before
anything is sent. What an earlier run sent is not sent again, so it may be run until it ends with 0 or 5.

--docs sends the pages of a documentation with it: index.md, guides, resources, data-sources, functions,
ephemeral-resources, list-resources and actions with .md files, in that folder or in its folder docs; or the former layout
in website/docs. It is checked before anything is sent, and replaces the documentation of a version that is published
already: then it ends with 0.

The command mirror imports the providers that the CLI's own command "providers mirror" has written into a folder, for a
site administrator: zips, and what lies next to them of …_SHA256SUMS, …_SHA256SUMS.sig and …_SHA256SUMS.asc. What is there
already is not sent again, so it may be run until it ends with 0.

What is left out of the archive, and told: hidden folders, hidden files at the root, .env files, states, private keys,
crash logs, node_modules, this program, and what the file .engineignore in the folder names, in the manner of .gitignore
(a ! brings something back). Without one the ignore file of the CLI counts, by the CLI's own rules.

The folder is checked before anything is sent. The variables HTTPS_PROXY and NO_PROXY name a proxy;
NODE_EXTRA_CA_CERTS names a file with your own certificates.

It ends with
  0    published, or imported; or the dry run found nothing wrong
  1    the platform refused, or the CI system gave no ID token
  2    wrong usage
  3    the platform cannot be reached, or what gives the ID tokens of CI; or its keys cannot be had now: come again
  4    the module or the release cannot be published: it does not parse, say, or a zip has another checksum than is
       signed; or a file of a mirror cannot be imported
  5    the version is there already
  6    the module's policy would refuse the version: it breaks callers by more than its number says
  130  interrupted
`
