package io.weir.server.request;

import io.weir.api.ConsumerName;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import java.util.Optional;

/**
 * Parses the part of a path that names a resource.
 *
 * <pre>
 * resource  := [ "/" [ name [ "(" [ arguments ] ")" ] [ "/" "$" action | value ] | "$" action | consumer ] ] [ "/" ]
 * value     := "/$value" [ "/" name ]      after the keys of an entity
 * consumer  := "$consumers(" text ")" [ "/" aspect ]
 * arguments := text | key "=" text { "," key "=" text }
 * text      := "'" { character | "''" } "'"
 * </pre>
 *
 * <p>The path is percent-decoded first. Quotes may therefore come in either spelling, and a quoted
 * text may hold any character.
 *
 * <p>Fails with {@code InvalidInput} and the offset for a path of another form. Fails as
 * {@link TableName}, {@link ConsumerName} and {@link EntityKey} do for invalid names and keys.
 */
public final class ResourcePath {

  /** Finds the table of a resource that concerns entities. */
  private static final Resource.Handler<Optional<TableName>> TABLE_OF = new Resource.Handler<>() {
    @Override
    public Optional<TableName> service(Resource.Service resource) {
      return Optional.empty();
    }

    @Override
    public Optional<TableName> tables(Resource.Tables resource) {
      return Optional.empty();
    }

    @Override
    public Optional<TableName> tableEntry(Resource.TableEntry resource) {
      return Optional.empty();
    }

    @Override
    public Optional<TableName> table(Resource.Table resource) {
      return Optional.of(resource.table());
    }

    @Override
    public Optional<TableName> partition(Resource.Partition resource) {
      return Optional.of(resource.table());
    }

    @Override
    public Optional<TableName> entity(Resource.EntityAt resource) {
      return Optional.of(resource.table());
    }

    @Override
    public Optional<TableName> accountAction(Resource.AccountAction resource) {
      return Optional.empty();
    }

    @Override
    public Optional<TableName> tableAction(Resource.TableAction resource) {
      return Optional.of(resource.table());
    }

    @Override
    public Optional<TableName> value(Resource.ValueAt resource) {
      return Optional.of(resource.table());
    }

    @Override
    public Optional<TableName> consumer(Resource.Consumer resource) {
      return Optional.empty();
    }
  };

  private static final String VALUE = "/$value";
  private static final String CONSUMER = "$consumers(";

  private final String path;
  private int at;

  private ResourcePath(String path) {
    this.path = path;
  }

  public static Resource parse(String rawResource) {
    return new ResourcePath(Percent.decode(rawResource)).resource();
  }

  /**
   * Returns the table whose entities a request concerns; empty for other resources and for
   * malformed paths.
   */
  public static Optional<TableName> tableOf(RequestHead head) {
    try {
      return parse(head.path().rawResource()).dispatch(TABLE_OF);
    } catch (TableServiceException e) {
      return Optional.empty();
    }
  }

  private Resource resource() {
    skip('/');
    if (isAtEnd()) {
      return new Resource.Service();
    }
    if (peek('$')) {
      return last(
          path.startsWith(CONSUMER, at) ? consumer() : new Resource.AccountAction(action()));
    }
    return last(named(until("(/")));
  }

  private Resource consumer() {
    at += CONSUMER.length();
    var name = new ConsumerName(text());
    require(')');
    skip('/');
    return new Resource.Consumer(name, until("/"));
  }

  private Resource named(String name) {
    if (name.equalsIgnoreCase("Tables")) {
      return tables();
    }
    var table = new TableName(name);
    if (skip('(') && !skip(')')) {
      return keyed(table);
    }
    if (path.startsWith("/$", at)) {
      at++;
      return new Resource.TableAction(table, action());
    }
    return new Resource.Table(table);
  }

  /** Reads keys in any order. A PartitionKey alone names the partition. */
  private Resource keyed(TableName table) {
    String partitionKey = null;
    String rowKey = null;
    do {
      var name = until("=");
      require('=');
      if (name.strip().equals("PartitionKey") && partitionKey == null) {
        partitionKey = text();
      } else if (name.strip().equals("RowKey") && rowKey == null) {
        rowKey = text();
      } else {
        throw unexpected();
      }
    } while (skip(','));
    require(')');
    if (partitionKey == null) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=resourcePath missing=PartitionKey");
    }
    return rowKey == null
        ? new Resource.Partition(table, partitionKey)
        : entityOrValue(table, new EntityKey(partitionKey, rowKey));
  }

  private Resource entityOrValue(TableName table, EntityKey entity) {
    if (!path.startsWith(VALUE, at)) {
      return new Resource.EntityAt(table, entity);
    }
    at += VALUE.length();
    if (!isAtEnd() && !peek('/')) {
      throw unexpected();
    }
    skip('/');
    return new Resource.ValueAt(table, entity, until("/"));
  }

  private Resource tables() {
    if (!skip('(') || skip(')')) {
      return new Resource.Tables();
    }
    var table = new TableName(text());
    require(')');
    return new Resource.TableEntry(table);
  }

  private String text() {
    require('\'');
    var text = new StringBuilder();
    while (true) {
      text.append(until("'"));
      require('\'');
      if (!skip('\'')) {
        return text.toString();
      }
      text.append('\'');
    }
  }

  private String action() {
    require('$');
    return until("/");
  }

  private Resource last(Resource resource) {
    skip('/');
    if (!isAtEnd()) {
      throw unexpected();
    }
    return resource;
  }

  private String until(String stops) {
    var start = at;
    while (!isAtEnd() && stops.indexOf(path.charAt(at)) < 0) {
      at++;
    }
    return path.substring(start, at);
  }

  private boolean isAtEnd() {
    return at == path.length();
  }

  private boolean peek(char expected) {
    return !isAtEnd() && path.charAt(at) == expected;
  }

  private boolean skip(char expected) {
    if (!peek(expected)) {
      return false;
    }
    at++;
    return true;
  }

  private void require(char expected) {
    if (!skip(expected)) {
      throw unexpected();
    }
  }

  private InvalidRequestException unexpected() {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=resourcePath offset=" + at);
  }
}
