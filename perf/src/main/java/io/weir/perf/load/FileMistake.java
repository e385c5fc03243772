package io.weir.perf.load;

/** A file of a workload or of results does not say what it should; the message tells what to change. */
public final class FileMistake extends RuntimeException {

  private static final long serialVersionUID = 1;

  FileMistake(String message) {
    super(message);
  }

  FileMistake(String message, Throwable cause) {
    super(message, cause);
  }
}
