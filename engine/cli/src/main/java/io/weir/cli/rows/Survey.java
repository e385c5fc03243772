package io.weir.cli.rows;

import java.io.IOException;
import java.util.function.LongConsumer;

/**
 * The first reading of a file.
 *
 * <p>All row keys get a running number, the number of the row in the file, if two rows would
 * otherwise have the same keys or if no column forms the RowKey. All row keys then have one form
 * and keep the file's order. The same file gives the same keys each time, so repeating an import
 * changes nothing.
 *
 * <p>Belongs to one thread, which blocks.
 */
public final class Survey {

  private static final int REPORT_EVERY = 1000;

  private final KeyColumns keys;
  private final boolean mayNumber;
  private final LongConsumer progress;
  private final KeyRepeats repeats = new KeyRepeats();
  private long count;

  private Survey(KeyColumns keys, boolean mayNumber, LongConsumer progress) {
    this.keys = keys;
    this.mayNumber = mayNumber;
    this.progress = progress;
  }

  /**
   * Reads the file.
   *
   * @param mayNumber whether rows with equal keys are distinguished by a number; otherwise the
   *     later one replaces the earlier
   * @param progress is called with the number of further rows, occasionally and at the end
   */
  public static ImportPlan of(
      RowFile file, KeyColumns keys, boolean mayNumber, LongConsumer progress) throws IOException {
    var survey = new Survey(keys, mayNumber, progress);
    try (var repeats = survey.repeats) {
      var rows = file.survey(survey::see);
      progress.accept(survey.count % REPORT_EVERY);
      var repeated = repeats.count();
      var numbered = mayNumber && (repeated > 0 || keys.row().isEmpty());
      return new ImportPlan(rows, keys, survey.count, repeated, numbered);
    }
  }

  private void see(InputRow row) {
    var key = keys.keyOf(row);
    if (!mayNumber || !keys.row().isEmpty()) {
      repeats.add(key);
    }
    if (++count % REPORT_EVERY == 0) {
      progress.accept(REPORT_EVERY);
    }
  }
}
