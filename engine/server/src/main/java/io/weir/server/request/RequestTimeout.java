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
 * How long a client said that it waits: work that is not done by then is cancelled, for nobody would read the answer.
 *
 * <p>The time runs from the request's headers. The timer is one of the connection's loop, which needs no lock. Any thread.
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

  /** What the headers say, if they do. Fails with {@code InvalidHeaderValue} for what is no number of milliseconds. */
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

  /** The same tables, whose work ends when the time is over. */
  public TableService on(TableService tables) {
    return new TimedTables(tables, this);
  }

  /** The same work, cancelled when the time is over; then it fails with {@code OperationTimedOut}. */
  <T> Mono<T> bound(Mono<T> work) {
    return work.timeout(over(), Mono.error(this::late));
  }

  /** The same stream, cancelled when the time for all of it is over; then it fails with {@code OperationTimedOut}. */
  <T> Flux<T> bound(Flux<T> work) {
    return Flux.defer(() -> {
      var isOver = new AtomicBoolean();
      return work.takeUntilOther(over().doOnTerminate(() -> isOver.set(true)))
          .concatWith(Mono.defer(() -> isOver.get() ? Mono.error(late()) : Mono.empty()));
    });
  }

  /** Completes when the time is over; each subscription has its timer, and cancelling removes it. */
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
