package io.weir.server.request;

import io.netty.channel.EventLoop;
import io.weir.api.TableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Dialect;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The time that a client is willing to wait. Work that takes longer is cancelled, because nothing
 * would read the answer.
 *
 * <p>The time runs from the request's headers. The timer runs on the connection's loop and needs no
 * lock. Any thread.
 */
public final class RequestTimeout {

  private static final Pattern MILLIS = Pattern.compile("[1-9][0-9]{0,9}");

  private final long millis;
  private final long beganNanos;
  private final EventLoop loop;

  private RequestTimeout(long millis, long beganNanos, EventLoop loop) {
    this.millis = millis;
    this.beganNanos = beganNanos;
    this.loop = loop;
  }

  /**
   * Returns the timeout in the headers, if there is one. Fails with {@code InvalidHeaderValue} if
   * it is not a number of milliseconds.
   */
  public static Optional<RequestTimeout> of(RequestHead head, EventLoop loop) {
    var text = head.header(Dialect.TIMEOUT_HEADER);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!MILLIS.matcher(text).matches()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_HEADER_VALUE, "header=" + Dialect.TIMEOUT_HEADER);
    }
    return Optional.of(new RequestTimeout(Long.parseLong(text), System.nanoTime(), loop));
  }

  /** Returns the tables with all their work bounded by this timeout. */
  public TableService on(TableService tables) {
    return new TimedTables(tables, this);
  }

  /** Returns the work, cancelled at the timeout. It then fails with {@code OperationTimedOut}. */
  public <T> Mono<T> bound(Mono<T> work) {
    return work.timeout(over(), Mono.error(this::late));
  }

  /**
   * Returns the stream, cancelled at the timeout for the whole of it. It then fails with
   * {@code OperationTimedOut}.
   */
  <T> Flux<T> bound(Flux<T> work) {
    return Flux.defer(() -> {
      var isOver = new AtomicBoolean();
      return work.takeUntilOther(over().doOnTerminate(() -> isOver.set(true)))
          .concatWith(Mono.defer(() -> isOver.get() ? Mono.error(late()) : Mono.empty()));
    });
  }

  /** Completes at the timeout. Each subscription has its own timer; cancelling removes it. */
  private Mono<Void> over() {
    return Mono.create(sink -> {
      var left = TimeUnit.MILLISECONDS.toNanos(millis) - (System.nanoTime() - beganNanos);
      var timer = loop.schedule(() -> sink.success(), left, TimeUnit.NANOSECONDS);
      sink.onDispose(() -> timer.cancel(false));
    });
  }

  private ServiceFailedException late() {
    return new ServiceFailedException(
        ErrorCode.OPERATION_TIMED_OUT, "timeoutMillis=" + millis + " outcome=unknown", null);
  }
}
