package io.weir.server.bulk;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.testkit.ForwardingTables;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Tables whose single writes can be made to wait, and are counted as they begin. */
final class HeldTables extends ForwardingTables {

  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong underWay = new AtomicLong();
  private final AtomicLong most = new AtomicLong();
  private volatile Sinks.Empty<Void> gate = Sinks.empty();

  HeldTables(TableService tables) {
    super(tables);
    letGo();
  }

  /** From now on writes wait. */
  void hold() {
    gate = Sinks.empty();
  }

  /** Writes that wait are carried out, and so are later ones. */
  void letGo() {
    gate.tryEmitEmpty();
  }

  long begun() {
    return begun.get();
  }

  /** How many were carried out at the same time. */
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
