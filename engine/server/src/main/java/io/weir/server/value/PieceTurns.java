package io.weir.server.value;

import io.weir.engine.loop.Turns;
import io.weir.server.request.OperatorStage;
import java.nio.ByteBuffer;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;

/**
 * The pieces of a value, each read within a turn of the loop. Other requests run between two turns,
 * however fast the client reads.
 *
 * <p>deliberate: no operator of Reactor knows the turns of a loop.
 *
 * <p>Its subscriber requests one piece at a time, on the loop, and the next one after that has
 * arrived. Pieces may arrive on any thread.
 */
final class PieceTurns extends FluxOperator<ByteBuffer, ByteBuffer> {

  private final Turns turns;

  PieceTurns(Flux<ByteBuffer> pieces, Turns turns) {
    super(pieces);
    this.turns = turns;
  }

  @Override
  public void subscribe(CoreSubscriber<? super ByteBuffer> downstream) {
    source.subscribe(new Stage(downstream, turns));
  }

  private static final class Stage extends OperatorStage<ByteBuffer, ByteBuffer> {

    private final Turns turns;

    Stage(CoreSubscriber<? super ByteBuffer> downstream, Turns turns) {
      super(downstream);
      this.turns = turns;
    }

    @Override
    public void request(long n) {
      if (Operators.validate(n)) {
        turns.take(() -> read(n));
      }
    }

    private void read(long n) {
      if (!cancelled) {
        source.request(n);
      }
    }

    @Override
    public void onNext(ByteBuffer piece) {
      downstream.onNext(piece);
    }

    @Override
    public void onError(Throwable failure) {
      downstream.onError(failure);
    }

    @Override
    public void onComplete() {
      downstream.onComplete();
    }
  }
}
