package io.weir.server;

import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.server.answer.CrossOrigin;
import io.weir.server.answer.Page;
import io.weir.server.answer.Reply;
import io.weir.server.answer.Traffic;
import io.weir.server.http.Service;
import io.weir.server.request.Access;
import io.weir.server.request.Authenticator;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Sender;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What the operator's own port serves: pages, and {@code ResourceNotFound} for anything else. Any thread. */
final class OperatorService implements Authenticator, CrossOrigin {

  private OperatorService() {}

  static Service of(Map<String, Page> pages, Traffic traffic) {
    var nothing = new OperatorService();
    return new Service(
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
  public Reply preflight(RequestHead head) {
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
