package io.weir.server;

import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.server.answer.CrossOrigin;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.OperatorPage;
import io.weir.server.answer.RequestListener;
import io.weir.server.http.EndpointService;
import io.weir.server.request.Access;
import io.weir.server.request.Authenticator;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Sender;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The service of the operators' port: pages, and {@code ResourceNotFound} for every other path. Any
 * thread.
 */
final class OperatorService implements Authenticator, CrossOrigin {

  private OperatorService() {}

  static EndpointService of(Map<String, OperatorPage> pages, RequestListener traffic) {
    var nothing = new OperatorService();
    return new EndpointService(
        account -> false, OperatorService::tables, nothing, List.of(), pages, nothing, traffic);
  }

  private static TableService tables(AccountName account) {
    throw notFound();
  }

  @Override
  public Access authenticate(RequestHead head, Sender sender) {
    throw notFound();
  }

  @Override
  public HttpReply preflight(RequestHead head) {
    throw new AccessDeniedException(ErrorCode.CORS_PREFLIGHT_FAILURE, "");
  }

  @Override
  public Consumer<HttpHeaders> mark(RequestHead head) {
    return headers -> {};
  }

  private static NotFoundException notFound() {
    return new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "");
  }
}
