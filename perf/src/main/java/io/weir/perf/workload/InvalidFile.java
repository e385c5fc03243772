package io.weir.perf.workload;

/** Reports a file that does not describe a workload or results; the message says what to change. */
public final class InvalidFile extends RuntimeException {

  private static final long serialVersionUID = 1;

  InvalidFile(String message) {
    super(message);
  }

  InvalidFile(String message, Throwable cause) {
    super(message, cause);
  }
}
