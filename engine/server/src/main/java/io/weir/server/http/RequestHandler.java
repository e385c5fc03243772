package io.weir.server.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.TableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.HttpDate;
import io.weir.server.answer.Answer;
import io.weir.server.answer.Dialect;
import io.weir.server.answer.ErrorReplies;
import io.weir.server.answer.Exchange;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.answer.Page;
import io.weir.server.answer.StandardHeaders;
import io.weir.server.answer.Trace;
import io.weir.server.request.Addressing;
import io.weir.server.request.Limits;
import io.weir.server.request.Request;
import io.weir.server.request.RequestHead;
import io.weir.server.request.RequestMemory;
import io.weir.server.request.RequestTimeout;
import io.weir.server.request.ResourcePath;
import io.weir.server.request.Sender;
import io.weir.server.request.Verb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.channel.AbortedException;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * The path of every request: head, authentication, resource, dialect, answer; and for each way in which that fails, an error reply.
 *
 * <p>Runs on the loop of the connection.
 */
final class RequestHandler
    implements BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> {

  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

  /** In place of the address of a connection that has none. */
  private static final InetAddress UNKNOWN = new InetSocketAddress(0).getAddress();

  private final Service service;
  private final Addressing addressing;
  private final Limits limits;
  private final RequestMemory memory;
  private final Admission admission;
  private final RequestIds ids;
  private final HttpDate date;
  private final ErrorReplies errors;
  private final Exchange.Shared shared;

  /**
   * Of an endpoint.
   *
   * @param nanoClock measures the turns of the loops
   * @param closing completes when the endpoint begins to close, on any thread
   */
  RequestHandler(
      Service service,
      Limits limits,
      Clock clock,
      LongSupplier nanoClock,
      SplittableRandom random,
      Mono<Void> closing) {
    this.service = service;
    this.addressing = new Addressing(service.accounts());
    this.limits = limits;
    this.memory = new RequestMemory(limits.memoryBytes());
    this.admission = new Admission(nanoClock);
    this.ids = new RequestIds(random);
    this.date = new HttpDate(clock);
    this.errors = new ErrorReplies(clock, service.authenticator().challenge());
    this.shared = new Exchange.Shared(limits.bodyBytes(), errors, service.traffic(), closing);
  }

  @Override
  public Publisher<Void> apply(HttpServerRequest in, HttpServerResponse out) {
    var answer = begin(in, out);
    var line = AccessLog.begin(in);
    return Mono.defer(() -> serve(in, answer))
        .onErrorResume(failure -> fail(failure, answer))
        .doFinally(signal -> end(answer, line));
  }

  private Answer begin(HttpServerRequest in, HttpServerResponse out) {
    var id = ids.next();
    Trace.stage(id, "received");
    StandardHeaders.set(out.responseHeaders(), in.requestHeaders(), id, date.now());
    service.traffic().began();
    var connection = connectionOf(in);
    HeadDeadline.begun(connection.channel());
    return new Answer(id, in, out, connection, memory.share(), limits, System.nanoTime());
  }

  private Mono<Void> serve(HttpServerRequest in, Answer answer) {
    var host = in.requestHeaders().get(HttpHeaderNames.HOST, "");
    var page = service.pages().get(pathOf(in.uri()));
    if (page != null && !addressing.isNamedBy(host)) {
      return show(page, in, answer);
    }
    if (!isUpload(in.uri())) {
      admission.requireTime(answer.loop());
    }
    memory.requireRoom();
    var head = RequestHead.parse(
        answer.requestId(),
        in.method().name(),
        in.uri(),
        in.requestHeaders(),
        path -> addressing.parse(host, path));
    requireHost(head);
    answer.completeHeaders(service.crossOrigin().mark(head));
    StandardHeaders.requireKnownVersion(head);
    requirePlainBody(head);
    if (head.verb() == Verb.OPTIONS) {
      answer.operation("Preflight");
      return answer.send(service.crossOrigin().preflight(head));
    }
    var sender = senderOf(in);
    var access = service.authenticator().authenticate(head, sender);
    var request = new Request(head, ResourcePath.parse(head.path().rawResource()), sender);
    var tables = inTime(head, answer, service.doors().apply(request.account()));
    var exchange = new Exchange(request, access, tables, answer, shared);
    return Mono.from(dialectOf(request).handle(exchange));
  }

  /** Whether the request carries many, as bulk writes and pipelines do: these are slowed down where others are refused. */
  private static boolean isUpload(String target) {
    var path = pathOf(target);
    return path.endsWith("/" + io.weir.api.wire.Dialect.BULK)
        || path.endsWith("/" + io.weir.api.wire.Dialect.READS)
        || path.endsWith("/" + io.weir.api.wire.Dialect.WRITES);
  }

  private static TableService inTime(RequestHead head, Answer answer, TableService tables) {
    return RequestTimeout.of(head, answer.channel().eventLoop())
        .map(timeout -> timeout.on(tables))
        .orElse(tables);
  }

  /** RFC 9112, section 3.2; addresses in answers begin with it. */
  private static void requireHost(RequestHead head) {
    if (head.header(HttpHeaderNames.HOST).isEmpty()) {
      throw new InvalidRequestException(ErrorCode.MISSING_REQUIRED_HEADER, "header=Host");
    }
  }

  /** A small body that is compressed may be a large one, and no client of the protocol sends any. */
  private static void requirePlainBody(RequestHead head) {
    var coding = head.header(HttpHeaderNames.CONTENT_ENCODING);
    if (!coding.isEmpty() && !coding.equalsIgnoreCase("identity")) {
      throw new InvalidRequestException(
          ErrorCode.MEDIA_TYPE_NOT_SUPPORTED, "header=Content-Encoding expected=identity");
    }
  }

  private Dialect dialectOf(Request request) {
    for (var dialect : service.dialects()) {
      if (dialect.accepts(request)) {
        return dialect;
      }
    }
    throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "");
  }

  private static Mono<Void> show(Page page, HttpServerRequest in, Answer answer) {
    answer.operation("OperatorPage");
    if (Verb.of(in.method().name()).filter(Verb::isRead).isEmpty()) {
      throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD);
    }
    return answer.send(page.show());
  }

  private Mono<Void> fail(Throwable failure, Answer answer) {
    if (isClientGone(failure, answer)) {
      LOG.debug("A client left. request={}", answer.requestId());
      return answer.abort();
    }
    if (answer.isBegun()) {
      LOG.atWarn()
          .addKeyValue("request", answer.requestId())
          .setCause(failure)
          .log("An answer broke off.");
      return answer.abort();
    }
    return answer.send(errors.of(failure, answer.requestId()));
  }

  /** Before an answer is begun an I/O failure may be the store's; afterwards only the connection is left to fail so. */
  private static boolean isClientGone(Throwable failure, Answer answer) {
    return failure instanceof AbortedException
        || failure instanceof IOException && answer.isBegun();
  }

  private void end(Answer answer, AccessLog line) {
    Trace.stage(answer.requestId(), "answered");
    HeadDeadline.ended(answer.channel());
    FoldedLines.ended(answer.channel());
    var served = answer.end(System.nanoTime());
    service.traffic().ended(served);
    line.end(answer.requestId(), served);
  }

  private static Sender senderOf(HttpServerRequest in) {
    var peer = in.remoteAddress();
    return new Sender(peer == null ? UNKNOWN : peer.getAddress(), in.scheme().equals("https"));
  }

  static String pathOf(String target) {
    var question = target.indexOf('?');
    return question < 0 ? target : target.substring(0, question);
  }

  private static Connection connectionOf(HttpServerRequest in) {
    var found = new Connection[1];
    in.withConnection(connection -> found[0] = connection);
    return found[0];
  }
}
