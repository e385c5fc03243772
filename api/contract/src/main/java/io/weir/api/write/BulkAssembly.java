package io.weir.api.write;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An assembler of units from the lines of a bulk write. It numbers the lines and joins the lines of
 * a group.
 *
 * <p>Memory: it holds the current group, which is at most {@link Batch#MAX_WRITES} lines of
 * {@link Batch#MAX_BYTES} in total, plus the one line that exceeds the limit.
 *
 * <p>Belongs to one thread at a time.
 */
public final class BulkAssembly {

  private final Consumer<BulkUnit> units;
  private @Nullable OpenGroup open;
  private long taken;

  /**
   * Creates an assembly that passes on each unit as soon as all its lines are known. Units keep the
   * order of their lines.
   */
  public BulkAssembly(Consumer<BulkUnit> units) {
    this.units = units;
  }

  /** Adds the next line. */
  public void add(BulkLine line) {
    var group = open;
    if (group != null && !group.isOf(line)) {
      end();
      group = null;
    }
    var number = taken++;
    if (group == null && line.group().isEmpty()) {
      units.accept(line.dispatch(new Alone(number)));
      return;
    }
    if (group == null) {
      group = new OpenGroup(number, line.group(), units);
      open = group;
    }
    group.add(line);
  }

  /** Completes the lines that were added, and with them the current group. */
  public void end() {
    if (open != null) {
      open.end();
      open = null;
    }
  }

  /**
   * Ends the lines because their source failed. The current group may be incomplete and is
   * therefore refused.
   */
  public void breakOff() {
    if (open != null) {
      open.breakOff();
      open = null;
    }
  }

  private record Alone(long number) implements BulkLine.Handler<BulkUnit> {

    @Override
    public BulkUnit change(BulkLine.Change line) {
      return new BulkUnit.Single(number, line.write());
    }

    @Override
    public BulkUnit refused(BulkLine.Refused line) {
      return new BulkUnit.Refused(number, 1, line.cause());
    }
  }
}
