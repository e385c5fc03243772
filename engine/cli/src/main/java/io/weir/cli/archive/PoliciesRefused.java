package io.weir.cli.archive;

import java.io.IOException;

/** A service does not have stored access policies, or does not permit the caller to set them. */
public final class PoliciesRefused extends IOException {

  private static final long serialVersionUID = 1L;

  public PoliciesRefused(String message) {
    super(message);
  }
}
