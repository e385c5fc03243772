package io.weir.server.bulk;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.testkit.CoreTables;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Tables whose single writes can be held, and are counted when they begin. */
final class HeldTables extends CoreTables {

  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong underWay = new AtomicLong();
  private final AtomicLong most = new AtomicLong();
  private volatile Sinks.Empty<Void> gate = Sinks.empty();

  HeldTables(TableService tables) {
    super(tables);
    letGo();
  }

  /** Holds writes from now on. */
  void hold() {
    gate = Sinks.empty();
  }

  /** Carries out the held writes and all later ones. */
  void letGo() {
    gate.tryEmitEmpty();
  }

  long begun() {
    return begun.get();
  }

  /** Returns the most writes that were in progress at the same time. */
  long most() {
    return most.get();
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return Mono.defer(() -> {
      begun.incrementAndGet();
      most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
      return gate.asMono()
          .then(super.write(table, write))
          .doFinally(signal -> underWay.decrementAndGet());
    });
  }
}
