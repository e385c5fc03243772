package io.weir.cli.store;

import io.weir.cli.terminal.CommandFailure;
import io.weir.server.json.ControlLine;
import org.jspecify.annotations.Nullable;

/**
 * Prints the progress of a backup from the lines of the service's answer. Belongs to one thread.
 */
final class BackupPrinter {

  private final CopyProgress progress;
  private String task = "";
  private long told;
  private @Nullable ControlLine end;

  BackupPrinter(CopyProgress progress) {
    this.progress = progress;
  }

  void line(ControlLine line) {
    switch (line.name()) {
      case "$progress" -> progress(line);
      case "$end" -> end = line;
      default ->
        throw CommandFailure.failed(
            "The backup failed, and nothing of it is left. " + line.get("message"));
    }
  }

  /** Returns the outcome. Fails when the answer ended without one. */
  String result() {
    if (end == null) {
      throw CommandFailure.failed(
          "The service broke off before it said that the backup is whole. Ask it again.");
    }
    return "Backed up to " + end.get("name") + " in the service's --backup-dir: " + end.get("bytes")
        + " bytes, " + end.get("copied") + " of them new, restorable from position "
        + end.get("earliest") + " ("
        + end.get("earliestTime") + ") to " + end.get("position") + " (" + end.get("created")
        + ").";
  }

  private void progress(ControlLine line) {
    if (!line.get("task").equals(task)) {
      task = line.get("task");
      told = 0;
      progress.begin(task, line.number("of"));
    }
    progress.advance(line.number("bytes") - told);
    told = line.number("bytes");
  }
}
