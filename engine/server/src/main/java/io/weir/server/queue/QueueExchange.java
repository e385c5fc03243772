package io.weir.server.queue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.OpenExchange;
import io.weir.server.answer.Responder;
import io.weir.server.auth.QueueAccess;
import io.weir.server.auth.QueuePermission;
import io.weir.server.loop.NettyLoop;
import io.weir.server.request.ClientMemory;
import io.weir.server.request.QueryOptions;
import io.weir.server.request.RequestBody;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Sender;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A request in progress: its head, the queues of its account, and the rights of its sender.
 *
 * <p>Belongs to the loop of its connection.
 */
public final class QueueExchange implements OpenExchange {

  private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]+");

  private final RequestHead head;
  private final QueuePath path;
  private final Sender sender;
  private final QueueAccess access;
  private final QueueService queues;
  private final Responder responder;
  private final HttpExchange.Shared shared;

  QueueExchange(
      RequestHead head,
      QueuePath path,
      Sender sender,
      QueueAccess access,
      QueueService queues,
      Responder responder,
      HttpExchange.Shared shared) {
    this.head = head;
    this.path = path;
    this.sender = sender;
    this.access = access;
    this.queues = queues;
    this.responder = responder;
    this.shared = shared;
  }

  @Override
  public RequestHead head() {
    return head;
  }

  QueuePath path() {
    return path;
  }

  Sender sender() {
    return sender;
  }

  /** Returns the rights of the sender. */
  public QueueAccess access() {
    return access;
  }

  /** Returns the queues of the account. */
  public QueueService queues() {
    return queues;
  }

  @Override
  public RequestBody body() {
    return responder.body();
  }

  /**
   * Admits a request that lasts, until its end. Fails with {@code ServerBusy} if clients hold too
   * much memory.
   */
  void require(ClientMemory.Holder holder) {
    responder.require(holder);
  }

  @Override
  public ByteBufAllocator allocator() {
    return responder.allocator();
  }

  @Override
  public NettyLoop loop() {
    return responder.loop();
  }

  @Override
  public void operation(String name) {
    responder.operation(name);
  }

  @Override
  public void answered(String name, int status, long tookNanos) {
    shared.answered(name, status, tookNanos);
  }

  @Override
  public Mono<Void> ending(Duration most) {
    return shared.ending(responder, most);
  }

  @Override
  public Mono<Void> stream(HttpReply reply, Flux<ByteBuf> chunks) {
    return responder.stream(reply, chunks);
  }

  AccountName account() {
    return head.path().account();
  }

  /** Names the operation for metrics, and fails unless the sender may carry it out. */
  void begin(String operation, QueuePermission permission, @Nullable QueueName queue) {
    operation(operation);
    access.require(permission, queue);
  }

  /** Names the operation for metrics, and fails unless the sender holds an account key. */
  void beginAsOwner(String operation) {
    operation(operation);
    access.requireOwner();
  }

  Mono<byte[]> wholeBody() {
    return responder.body().whole();
  }

  /** Returns an option of the query; empty if it is absent or has no value. */
  Optional<String> option(String name) {
    return option(head.options(), name);
  }

  /**
   * Returns an option of the query. Fails with {@code MissingRequiredQueryParameter} if it is
   * absent.
   */
  String required(String name) {
    return option(name)
        .orElseThrow(() -> new InvalidRequestException(
            ErrorCode.MISSING_REQUIRED_QUERY_PARAMETER, "option=" + name));
  }

  /**
   * Returns a whole number in the query; empty if it is absent. A number beyond the type's range is
   * its nearest end, which each option's own limit refuses. Fails with
   * {@code InvalidQueryParameterValue} for other text.
   */
  OptionalInt number(String name) {
    var number = longNumber(head.options(), name);
    return number.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(
            (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number.getAsLong())));
  }

  /** Returns a number of seconds in the query, as {@link #number} does. */
  static Optional<Duration> seconds(QueryOptions options, String name) {
    var number = longNumber(options, name);
    return number.isEmpty()
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(number.getAsLong()));
  }

  private static OptionalLong longNumber(QueryOptions options, String name) {
    var text = option(options, name);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    var digits = text.get();
    if (!WHOLE_NUMBER.matcher(digits).matches()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_QUERY_PARAMETER_VALUE, "option=" + name + " expected=number");
    }
    return OptionalLong.of(nearest(digits));
  }

  private static long nearest(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException beyondLong) {
      return digits.startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  static Optional<String> option(QueryOptions options, String name) {
    return Optional.ofNullable(options.get(name)).filter(value -> !value.isEmpty());
  }
}
