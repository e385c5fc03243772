package io.weir.cli.accounts;

import java.io.IOException;
import java.nio.file.Path;

/** A file of accounts that cannot be used. The message says where, why, and what to do about it; it holds no key. */
public final class AccountsFileUnusable extends IOException {

  private static final long serialVersionUID = 1L;

  AccountsFileUnusable(Path file, String problem) {
    super(file + ": " + problem);
  }
}
