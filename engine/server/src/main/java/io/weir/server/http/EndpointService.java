package io.weir.server.http;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.server.answer.CrossOrigin;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.OperatorPage;
import io.weir.server.answer.RequestListener;
import io.weir.server.request.Authenticator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What an endpoint serves.
 *
 * @param accounts whether an account is served; asked for hosts that may be named for one
 * @param tables the tables of each account
 * @param authenticator asked before a dialect is
 * @param dialects in the order in which they are asked; the last should accept everything
 * @param pages by their exact path
 * @param crossOrigin tells browsers who else may ask
 * @param traffic hears of every request
 */
public record EndpointService(
    Predicate<AccountName> accounts,
    Function<AccountName, TableService> tables,
    Authenticator authenticator,
    List<DialectHandler> dialects,
    Map<String, OperatorPage> pages,
    CrossOrigin crossOrigin,
    RequestListener traffic) {

  public EndpointService {
    dialects = List.copyOf(dialects);
    pages = Map.copyOf(pages);
  }
}
