package io.weir.cli.accounts;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The file of accounts cannot be used. The message states place, reason and remedy, and holds no
 * key.
 */
public final class AccountsFileUnusable extends IOException {

  private static final long serialVersionUID = 1L;

  AccountsFileUnusable(Path file, String problem) {
    super(file + ": " + problem);
  }
}
