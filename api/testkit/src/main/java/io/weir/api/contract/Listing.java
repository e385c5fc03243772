package io.weir.api.contract;

import static java.util.Objects.requireNonNull;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.filter.FilterParser;
import java.util.List;
import reactor.core.publisher.Flux;

/**
 * The tables of one scenario. Their names share a prefix; scenarios name them by their suffixes.
 */
final class Listing {

  private static final int CREATES_IN_FLIGHT = 32;

  private final Door door;
  private final String beginning = Table.freshName("List").value() + "x";

  Listing(Door door) {
    this.door = door;
  }

  TableName name(String ending) {
    return new TableName(beginning + ending);
  }

  void create(String... endings) {
    Flux.fromArray(endings)
        .flatMap(ending -> door.service().createTable(name(ending)), CREATES_IN_FLIGHT)
        .blockLast(Table.PATIENCE);
  }

  void drop(String ending) {
    door.service().deleteTable(name(ending)).block(Table.PATIENCE);
  }

  /** Returns a query for all tables of the scenario. */
  Query all() {
    return Query.ALL.where(bounds());
  }

  Page<TableName> page(Query query) {
    return requireNonNull(door.service().tables(query).block(Table.PATIENCE));
  }

  /** Returns the suffixes of the scenario's tables that match a filter. */
  List<String> names(String filter) {
    var both = filter.isEmpty() ? bounds() : bounds() + " and (" + filter + ")";
    return endings(page(Query.ALL.where(FilterParser.parse(both))));
  }

  List<String> endings(Page<TableName> page) {
    return page.items().stream()
        .map(table -> table.value().substring(beginning.length()))
        .toList();
  }

  private String bounds() {
    return "TableName ge '" + beginning + "' and TableName lt '" + beginning + "~'";
  }
}
