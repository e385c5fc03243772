package io.weir.server.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.TableService;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.HttpDate;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.ErrorReplies;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.answer.OwnProtocol;
import io.weir.server.answer.RequestTrace;
import io.weir.server.answer.RequestTracer;
import io.weir.server.answer.Responder;
import io.weir.server.answer.StandardHeaders;
import io.weir.server.request.Addressing;
import io.weir.server.request.ClientMemory;
import io.weir.server.request.RequestHead;
import io.weir.server.request.RequestLimits;
import io.weir.server.request.RequestMemory;
import io.weir.server.request.RequestTimeout;
import io.weir.server.request.ResourcePath;
import io.weir.server.request.Sender;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.channel.AbortedException;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Handles every request: head, authentication, resource, dialect, answer. Each failure on this path
 * becomes an error reply.
 *
 * <p>Runs on the loop of the connection.
 */
final class RequestHandler
    implements BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> {

  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

  /** Replaces the address of a connection that has none. */
  private static final InetAddress UNKNOWN = new InetSocketAddress(0).getAddress();

  /** The last parts of the paths of requests that carry many operations. */
  private static final Set<String> UPLOADS =
      Set.of(Dialect.BULK, Dialect.READS, Dialect.WRITES, Dialect.MESSAGES, Dialect.COMMITS);

  /** The last parts of the paths of requests that read and have a body. */
  private static final Set<String> READS = Set.of(Dialect.READS, Dialect.GET_ALL);

  private final EndpointService service;
  private final Addressing addressing;
  private final RequestLimits limits;
  private final RequestMemory memory;
  private final LoopAdmission admission;
  private final RequestIds ids;
  private final HttpDate date;
  private final ErrorReplies errors;
  private final HttpExchange.Shared shared;

  /**
   * Creates the handler of an endpoint.
   *
   * @param memory of all ports of the service
   * @param nanoClock measures the turns of the loops
   * @param closing completes when the endpoint begins to close, on any thread
   */
  RequestHandler(
      EndpointService service,
      RequestLimits limits,
      RequestMemory memory,
      Clock clock,
      LongSupplier nanoClock,
      SplittableRandom random,
      Mono<Void> closing) {
    this.service = service;
    this.addressing = new Addressing(service.accounts(), OwnProtocol.serviceOf(service.protocol()));
    this.limits = limits;
    this.memory = memory;
    this.admission = new LoopAdmission(nanoClock);
    this.ids = new RequestIds(random);
    this.date = new HttpDate(clock);
    this.errors = new ErrorReplies(clock, service.authenticator().challenge(), service.protocol());
    this.shared = new HttpExchange.Shared(errors, service.traffic(), closing);
  }

  @Override
  public Publisher<Void> apply(HttpServerRequest in, HttpServerResponse out) {
    var responder = begin(in, out);
    var span = service.tracer().began(responder.requestId(), in);
    var line = AccessLog.begin(in);
    return Mono.defer(() -> serve(in, responder))
        .onErrorResume(failure -> fail(failure, responder))
        .doFinally(signal -> end(responder, line, span));
  }

  private Responder begin(HttpServerRequest in, HttpServerResponse out) {
    var id = ids.next();
    RequestTrace.stage(id, "received");
    StandardHeaders.set(out.responseHeaders(), in.requestHeaders(), id, date.now());
    service.traffic().began();
    var connection = connectionOf(in);
    HeadDeadline.begun(connection.channel());
    return new Responder(id, in, out, connection, memory.share(), limits, System.nanoTime());
  }

  private Mono<Void> serve(HttpServerRequest in, Responder responder) {
    var host = RequestHost.of(in);
    var path = pathOf(in.uri());
    var page = service.pages().get(path);
    if (page != null && !addressing.isNamedBy(host)) {
      return show("OperatorPage", page::show, in, responder);
    }
    if (service.files().contain(path) && !addressing.isNamedBy(host)) {
      return show(
          "ConsoleFile", () -> service.files().show(path, in.requestHeaders()), in, responder);
    }
    if (!isUpload(in.uri())) {
      admission.requireTime(responder.loop());
    }
    memory.requireRoom();
    responder.require(ClientMemory.Holder.REQUEST);
    var head = RequestHead.parse(
        responder.requestId(),
        in.method().name(),
        in.uri(),
        in.requestHeaders(),
        raw -> addressing.parse(host, raw));
    requireHost(head);
    var addressed = service.of(head.path());
    responder.completeHeaders(addressed.crossOrigin().mark(head));
    StandardHeaders.requireKnownVersion(head);
    requirePlainBody(head);
    if (head.verb() == Verb.OPTIONS) {
      responder.operation("Preflight");
      return responder.send(addressed.crossOrigin().preflight(head));
    }
    if (head.path().secondary() && !isRead(head)) {
      throw new AccessDeniedException(ErrorCode.AUTHORIZATION_FAILURE, "secondary=readOnly");
    }
    var sender = senderOf(in);
    if (service.protocol().isPresent()) {
      return service.protocol().get().handler().handle(head, sender, responder, shared);
    }
    var access = addressed.authenticator().authenticate(head, sender);
    var request = new TableRequest(head, ResourcePath.parse(head.path().rawResource()), sender);
    var tables = inTime(head, responder, addressed.tables().apply(request.account()));
    var exchange = new HttpExchange(request, access, tables, responder, shared);
    return Mono.from(dialectOf(addressed, request).handle(exchange));
  }

  /**
   * Returns whether the request carries many operations: a bulk write or a pipeline. These are
   * slowed down instead of refused.
   */
  private static boolean isUpload(String target) {
    return UPLOADS.contains(actionOf(target));
  }

  private static boolean isRead(RequestHead head) {
    return head.verb().isRead()
        || head.verb() == Verb.POST && READS.contains(actionOf(head.rawPath()));
  }

  private static String actionOf(String target) {
    var path = pathOf(target);
    return path.substring(path.lastIndexOf('/') + 1).replace("%24", "$");
  }

  private static TableService inTime(RequestHead head, Responder responder, TableService tables) {
    return RequestTimeout.of(head, responder.channel().eventLoop())
        .map(timeout -> timeout.on(tables))
        .orElse(tables);
  }

  /** Requires a host. Addresses in answers begin with it. */
  private static void requireHost(RequestHead head) {
    if (head.header(HttpHeaderNames.HOST).isEmpty()) {
      throw new InvalidRequestException(ErrorCode.MISSING_REQUIRED_HEADER, "header=Host");
    }
  }

  /**
   * Refuses a compressed body. A small one may expand to a large one, and no client of the protocol
   * compresses.
   */
  private static void requirePlainBody(RequestHead head) {
    var coding = head.header(HttpHeaderNames.CONTENT_ENCODING);
    if (!coding.isEmpty() && !coding.equalsIgnoreCase("identity")) {
      throw new InvalidRequestException(
          ErrorCode.MEDIA_TYPE_NOT_SUPPORTED, "header=Content-Encoding expected=identity");
    }
  }

  private static DialectHandler dialectOf(EndpointService addressed, TableRequest request) {
    for (var dialect : addressed.dialects()) {
      if (dialect.accepts(request)) {
        return dialect;
      }
    }
    throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "");
  }

  private static Mono<Void> show(
      String operation, Supplier<HttpReply> page, HttpServerRequest in, Responder responder) {
    responder.operation(operation);
    if (Verb.of(in.method().name()).filter(Verb::isRead).isEmpty()) {
      throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD);
    }
    return responder.send(page.get());
  }

  private Mono<Void> fail(Throwable failure, Responder responder) {
    if (isClientGone(failure, responder)) {
      LOG.debug("client disconnected request={}", responder.requestId());
      return responder.abort();
    }
    if (responder.isBegun()) {
      LOG.atWarn()
          .addKeyValue("request", responder.requestId())
          .setCause(failure)
          .log("answer cut off");
      return responder.abort();
    }
    return responder.send(errors.of(failure, responder.requestId()));
  }

  /**
   * Returns whether the client has disconnected. Before the answer begins, an I/O failure may be
   * the store's; later it can only be the connection's.
   */
  private static boolean isClientGone(Throwable failure, Responder responder) {
    return failure instanceof AbortedException
        || failure instanceof IOException && responder.isBegun();
  }

  private void end(Responder responder, AccessLog line, RequestTracer.RequestSpan span) {
    RequestTrace.stage(responder.requestId(), "answered");
    HeadDeadline.ended(responder.channel());
    LineFoldingGuard.ended(responder.channel());
    var served = responder.end(System.nanoTime());
    service.traffic().ended(served);
    span.ended(served);
    line.end(responder.requestId(), served);
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
