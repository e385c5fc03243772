package io.weir.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * The subscriber of a {@link BodyLines} to its body.
 *
 * <p>Belongs to the loop of the connection, except {@link #request} and {@link #cancel}. These
 * schedule a task on the loop that reads on or releases, unless such a task is already scheduled.
 * So do the {@link LinesInFlight} when there may be room again.
 */
final class BodyLinesSubscriber<T> extends OperatorStage<ByteBuf, T> {

  private final LineDecoder<T> decoder;
  private final LinesInFlight inFlight;
  private final Executor loop;
  private final AtomicLong requested = new AtomicLong();

  /**
   * Set before a task is scheduled, cleared by the task before it reads. The task therefore sees
   * every earlier request.
   */
  private final AtomicBoolean handedOver = new AtomicBoolean();

  private @Nullable ByteBuf chunk;
  private @Nullable Throwable failure;
  private long emitted;
  private boolean asked;
  private boolean bodyEnded;
  private boolean ended;
  private boolean reading;

  BodyLinesSubscriber(
      CoreSubscriber<? super T> downstream,
      LineDecoder<T> decoder,
      LinesInFlight inFlight,
      Executor loop) {
    super(downstream);
    this.decoder = decoder;
    this.inFlight = inFlight;
    this.loop = loop;
  }

  @Override
  protected void beforeStart() {
    inFlight.resumeWith(this::handOver);
  }

  @Override
  public void onNext(ByteBuf next) {
    asked = false;
    if (!cancelled && !ended) {
      chunk = next.retain();
      inFlight.chunkArrived();
      decoder.feed(next);
    }
    read();
  }

  @Override
  public void onError(Throwable cause) {
    if (bodyEnded) {
      Operators.onErrorDropped(cause, currentContext());
      return;
    }
    failure = Objects.requireNonNull(cause); // null would mean completion
    onComplete();
  }

  @Override
  public void onComplete() {
    bodyEnded = true;
    read();
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      requested.accumulateAndGet(n, Operators::addCap);
      handOver();
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
    handOver();
  }

  private void handOver() {
    if (!handedOver.compareAndSet(false, true)) {
      return;
    }
    try {
      loop.execute(this::takeOver);
    } catch (RejectedExecutionException e) {
      Operators.onErrorDropped(
          e, currentContext()); // the server is closing, and its connections are gone
    }
  }

  private void takeOver() {
    handedOver.set(false);
    read();
  }

  /** Reads and emits. A reentrant call returns at once; this loop sees what it changed. */
  private void read() {
    if (reading) {
      return;
    }
    reading = true;
    try {
      readOn();
    } catch (TableServiceException e) {
      source.cancel();
      end(e);
    } finally {
      reading = false;
    }
    if (cancelled && !ended) {
      ended = true;
      source.cancel();
      release();
      inFlight.detach();
    }
  }

  private void readOn() {
    while (!ended && !cancelled && emitted < requested.get() && inFlight.admitsLine()) {
      var line = decoder.next();
      if (line == null) {
        release();
        if (!bodyEnded && !asked && inFlight.admitsChunk(decoder.heldBytes())) {
          asked = true;
          source.request(1);
        }
        if (chunk != null) {
          continue;
        }
        if (!bodyEnded) {
          return;
        }
        line = failure == null ? decoder.last() : null;
      }
      if (line == null) {
        end(failure);
      } else {
        emitted++;
        inFlight.lineGiven(decoder.weightBytes(line));
        downstream.onNext(line);
      }
    }
    if (!ended && !cancelled && failure != null && chunk == null) {
      end(failure); // an error needs no demand
    }
  }

  private void end(@Nullable Throwable cause) {
    ended = true;
    release();
    inFlight.detach();
    if (cause == null) {
      downstream.onComplete();
    } else {
      downstream.onError(failureForService(cause));
    }
  }

  /**
   * Returns the failure for the service. A client that disconnected is no failure of the service.
   */
  private static Throwable failureForService(Throwable cause) {
    return cause instanceof TableServiceException || cause instanceof ChannelException
        ? cause
        : new InvalidRequestException(ErrorCode.INVALID_INPUT, "body=brokenOff");
  }

  private void release() {
    if (chunk != null) {
      chunk.release();
      chunk = null;
    }
  }
}
