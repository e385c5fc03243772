package io.weir.client.stream;

import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.WriteResult;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.call.Failures;
import io.weir.client.call.RetryPolicy;
import io.weir.client.transport.Transport;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One bulk write over HTTP/2: lines are sent while results of earlier lines arrive.
 *
 * <p>If the connection breaks, the lines with results are known. The outcome of lines that were
 * sent after them is unknown; later lines were not sent. Without retries, the bulk write ends
 * there, and its failure says so: {@code answered=12 unknown=12..74}. With
 * {@link io.weir.client.options.UnknownWrites#REPEAT} and retries, {@link BulkRecovery} finds out
 * about the unknown lines, and the next attempt begins with the line after them. A group whose end
 * was not sent was not carried out, and is sent again.
 *
 * <p>If the service refuses an attempt before it processes a line, because it is busy or does not
 * accept the stream, no outcome is unknown. With retries, its lines are then sent again, whatever
 * they contain.
 *
 * <p>A service that owes results, and neither sends one nor accepts a chunk during the silence
 * timeout, is treated like a broken connection.
 *
 * <p>{@link io.weir.client.options.UnknownWrites} describes what a repetition may do. In addition:
 * until the service notices that a connection has broken, it may still carry out lines from it. A
 * line that is repeated meanwhile may take effect twice, the first time late.
 *
 * <p>Belongs to one subscription; attempts follow each other. Signals run on the loop of a
 * connection.
 */
final class BulkTransfer implements BulkResult.Handler<BulkResult> {

  private final Transport transport;
  private final StreamingRequests requests;
  private final TableName table;
  private final BulkUpload upload;
  private final BulkRecovery recovery;
  private @Nullable BulkResult last;
  private long answered;
  private long done;

  /** Number of the line that the service counts as its first in this attempt. */
  private long firstOfAttempt;

  /** Whether the service has processed no line of the last attempt. */
  private boolean undone;

  private boolean complete;

  BulkTransfer(
      Transport transport,
      StreamingRequests requests,
      TableName table,
      BulkUpload upload,
      BulkRecovery recovery) {
    this.transport = transport;
    this.requests = requests;
    this.table = table;
    this.upload = upload;
    this.recovery = recovery;
  }

  /** Sends the lines and emits their results, over all attempts. */
  Flux<BulkResult> results(Publisher<? extends BulkLine> lines, Call call, RetryPolicy retries) {
    lines.subscribe(upload);
    return Flux.concat(Flux.defer(() -> recovered(call)), Flux.defer(() -> sent(call)))
        .retryWhen(retries.ofUpload(this::isRepeatable))
        .doFinally(signal -> upload.cancel());
  }

  private boolean isRepeatable(Throwable failure) {
    return undone || recovery.mayRepeat() && Failures.isTransient(failure);
  }

  /** Returns the failure in the terms of the contract. */
  Throwable explain(Throwable failure) {
    var ofLines = upload.failure();
    if (ofLines != null) {
      return ofLines;
    }
    var known = Failures.translated(failure);
    if (failure instanceof TableServiceException) {
      return known;
    }
    var sent = upload.sent();
    var unknown = undone || sent <= answered ? "" : " unknown=" + answered + ".." + (sent - 1);
    var code = known instanceof ServiceFailedException ? known.code() : ErrorCode.INTERNAL_ERROR;
    return new ServiceFailedException(
        code, known.facts() + " answered=" + answered + unknown, failure);
  }

  private Flux<BulkResult> sent(Call call) {
    firstOfAttempt = answered;
    undone = false;
    var request = requests.bulk(table, loop -> upload.chunks());
    var frames = transport.exchange(request, ResponseFrames::of, call, ConnectionGroup.MAIN);
    return transport
        .watched(frames, upload)
        .map(frame -> frame.dispatch(ExpectedFrame.OUTCOME).dispatch(this))
        .concatWith(Mono.defer(this::requireEnd))
        .doOnError(
            failure -> undone = answered == firstOfAttempt && Failures.isKnownUndone(failure));
  }

  /**
   * Emits results of lines that an earlier attempt has sent without an answer; none in the first
   * attempt.
   */
  private Flux<BulkResult> recovered(Call call) {
    if (undone) {
      return upload.takeBack().thenMany(Flux.empty());
    }
    return upload
        .lost(refusalOf(last))
        .flatMapMany(lost -> recovery.of(lost, answered, call.sentAfterTicks(), ticksOf(last)))
        .map(this::answer);
  }

  @Override
  public BulkResult done(BulkResult.Done result) {
    return answer(new BulkResult.Done(firstOfAttempt + result.line(), result.result()));
  }

  @Override
  public BulkResult refused(BulkResult.Refused result) {
    return answer(new BulkResult.Refused(firstOfAttempt + result.line(), result.cause()));
  }

  /** Reports the totals of all attempts. */
  @Override
  public BulkResult end(BulkResult.End result) {
    complete = true;
    return new BulkResult.End(done, answered - done);
  }

  private BulkResult answer(BulkResult result) {
    var line = lineOf(result);
    if (complete || line != answered) {
      throw ExpectedFrame.unexpectedAnswer("line=" + line + " expected=" + answered);
    }
    last = result;
    answered++;
    done += result instanceof BulkResult.Done ? 1 : 0;
    upload.answered(answered);
    return result;
  }

  private Mono<BulkResult> requireEnd() {
    return complete
        ? Mono.empty()
        : Mono.error(new IOException("The results ended before the final one."));
  }

  private static long lineOf(BulkResult result) {
    return result instanceof BulkResult.Done done
        ? done.line()
        : ((BulkResult.Refused) result).line();
  }

  private static Optional<TableServiceException> refusalOf(@Nullable BulkResult result) {
    return result instanceof BulkResult.Refused refused
        ? Optional.of(refused.cause())
        : Optional.empty();
  }

  private static long ticksOf(@Nullable BulkResult result) {
    return result instanceof BulkResult.Done done
        ? done.result().timestampTicks()
        : WriteResult.REMOVED.timestampTicks();
  }
}
