package io.weir.engine.replication;

import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Takes the place of the store before there is one: nothing comes before it. */
final class NoStore implements Replica {

  @Override
  public void apply(List<Kept> records, long closedTicks, Runnable applied) {
    throw new IllegalStateException("the log has not joined the other nodes");
  }

  @Override
  public void kept(long closedTicks) {}

  @Override
  public long appliedTicks() {
    return 0;
  }

  @Override
  public void closeTime(LongConsumer closed) {}

  @Override
  public void takeOver(long term, Runnable ready) {}

  @Override
  public void leads(long term) {}

  @Override
  public void follows(@Nullable String leader) {}

  @Override
  public boolean finish(Runnable pause) {
    return true;
  }
}
