package io.weir.perf.process;

import java.io.IOException;

/** Fails a start because a program is not installed; the message says how to install it. */
public final class MissingProgram extends IOException {

  private static final long serialVersionUID = 1;

  MissingProgram(String program, String remedy) {
    super(program + " is not installed: " + remedy);
  }
}
