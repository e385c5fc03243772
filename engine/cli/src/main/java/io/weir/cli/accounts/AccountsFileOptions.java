package io.weir.cli.accounts;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that name the file of accounts and allow printing its keys. */
final class AccountsFileOptions {

  @Option(
      names = "--accounts",
      paramLabel = "FILE",
      defaultValue = "weir-accounts",
      description = "The file of accounts. Default: ./${DEFAULT-VALUE}.")
  private Path file = Path.of("weir-accounts");

  @Option(names = "--show-keys", description = "Print keys too.")
  private boolean showKeys;

  AccountsFile file() {
    return new AccountsFile(file.toAbsolutePath());
  }

  boolean showsKeys() {
    return showKeys;
  }
}
