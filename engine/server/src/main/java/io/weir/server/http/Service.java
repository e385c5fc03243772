package io.weir.server.http;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.server.answer.CrossOrigin;
import io.weir.server.answer.Dialect;
import io.weir.server.answer.Page;
import io.weir.server.answer.Traffic;
import io.weir.server.request.Authenticator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What an endpoint serves.
 *
 * @param accounts whether an account is served; asked for hosts that may be named for one
 * @param doors the tables of each account
 * @param authenticator asked before a dialect is
 * @param dialects in the order in which they are asked; the last should accept everything
 * @param pages by their exact path
 * @param crossOrigin tells browsers who else may ask
 * @param traffic hears of every request
 */
public record Service(
    Predicate<AccountName> accounts,
    Function<AccountName, TableService> doors,
    Authenticator authenticator,
    List<Dialect> dialects,
    Map<String, Page> pages,
    CrossOrigin crossOrigin,
    Traffic traffic) {

  public Service {
    dialects = List.copyOf(dialects);
    pages = Map.copyOf(pages);
  }
}
