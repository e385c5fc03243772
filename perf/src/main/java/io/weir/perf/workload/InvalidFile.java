package io.weir.perf.workload;

/** A file of a workload or of results does not say what it should; the message tells what to change. */
public final class InvalidFile extends RuntimeException {

  private static final long serialVersionUID = 1;

  InvalidFile(String message) {
    super(message);
  }

  InvalidFile(String message, Throwable cause) {
    super(message, cause);
  }
}
