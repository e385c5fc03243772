package io.weir.api.write;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the lines of a bulk write and puts together what belongs together.
 *
 * <p>What it holds is the group at hand: at most {@link Batch#MAX_WRITES} lines of {@link Batch#MAX_BYTES} together, and one more that
 * shows that it is too long.
 *
 * <p>Belongs to one thread at a time.
 */
public final class BulkAssembly {

  private final Consumer<BulkUnit> units;
  private @Nullable OpenGroup open;
  private long taken;

  /** An assembly that hands out each unit as soon as all its lines are known, and all of them in their order. */
  public BulkAssembly(Consumer<BulkUnit> units) {
    this.units = units;
  }

  /** Takes the next line. */
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

  /** The lines taken so far are complete, and with them the group at hand. */
  public void end() {
    if (open != null) {
      open.end();
      open = null;
    }
  }

  /** The lines broke off. Nobody knows whether the group at hand is complete, so it is refused. */
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
