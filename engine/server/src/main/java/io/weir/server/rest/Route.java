package io.weir.server.rest;

import io.weir.api.AccountName;
import io.weir.api.ConsumerName;
import io.weir.api.Operation;
import io.weir.api.Outbox;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.request.Resource;
import io.weir.server.request.Verb;
import io.weir.server.settings.StoredPolicies;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;

/** Maps resource and verb to an operation. Created per request. */
final class Route implements Resource.Handler<Mono<HttpReply>> {

  private static final byte[] NO_BODY = {};

  /** What {@code comp} of a table may be. */
  private static final String COMPONENTS = Stream.concat(
          Stream.of("acl", "advice", "index"), TableSetting.ALL.stream().map(TableSetting::name))
      .sorted()
      .collect(Collectors.joining("|"));

  private final HttpExchange exchange;
  private final Function<AccountName, Outbox> outbox;
  private final StoredPolicies<TableName> policies;
  private final ServiceOperations service;
  private final Verb verb;

  Route(
      HttpExchange exchange,
      Function<AccountName, Outbox> outbox,
      StoredPolicies<TableName> policies,
      ServiceOperations service) {
    this.exchange = exchange;
    this.outbox = outbox;
    this.policies = policies;
    this.service = service;
    this.verb = exchange.request().verb();
  }

  @Override
  public Mono<HttpReply> service(Resource.Service resource) {
    if (!option("restype").equals("service")) {
      throw badOption("restype", "service");
    }
    return switch (option("comp")) {
      case "properties" -> properties();
      case "stats" -> stats();
      default -> throw badOption("comp", "properties|stats");
    };
  }

  private Mono<HttpReply> properties() {
    return switch (verb) {
      case GET, HEAD -> serviceOperations("GetServiceProperties").properties(exchange);
      case PUT -> serviceOperations("SetServiceProperties").setProperties(exchange);
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT);
    };
  }

  /**
   * Returns the service statistics. Only the secondary has them, because they describe its
   * replication.
   */
  private Mono<HttpReply> stats() {
    MethodNotAllowed.unlessRead(verb);
    if (!exchange.request().head().path().secondary()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_QUERY_PARAMETER_VALUE, "comp=stats expected=/ACCOUNT-secondary");
    }
    return serviceOperations("GetServiceStats").stats(exchange);
  }

  @Override
  public Mono<HttpReply> tables(Resource.Tables resource) {
    if (exchange.request().options().has("comp")) {
      return tableSettings();
    }
    return switch (verb) {
      case GET, HEAD -> tableOperations(Operation.QUERY_TABLES.text()).list();
      case POST -> tableOperations(Operation.CREATE_TABLE.text()).create();
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.POST);
    };
  }

  private Mono<HttpReply> tableSettings() {
    if (!option("comp").equals("settings")) {
      throw badOption("comp", "settings");
    }
    exchange.operation("ListTableSettings");
    return new TableSettings(exchange).list();
  }

  @Override
  public Mono<HttpReply> tableEntry(Resource.TableEntry resource) {
    return switch (verb) {
      case GET, HEAD -> tableOperations(Operation.GET_TABLE.text()).get(resource.table());
      case DELETE -> tableOperations(Operation.DELETE_TABLE.text()).delete(resource.table());
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.DELETE);
    };
  }

  @Override
  public Mono<HttpReply> table(Resource.Table resource) {
    if (exchange.request().options().has("comp")) {
      return settings(resource);
    }
    return switch (verb) {
      case GET, HEAD -> query(resource.table());
      case POST -> write(entityWrites("InsertEntity").insert(resource.table()));
      case DELETE -> rangeDeletion().of(resource.table());
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.POST, Verb.DELETE);
    };
  }

  private Mono<HttpReply> settings(Resource.Table resource) {
    return switch (option("comp")) {
      case "acl" -> policies(resource);
      case "index" -> indexes(resource);
      default ->
        TableSetting.named(option("comp"))
            .map(setting -> setting(resource.table(), setting))
            .orElseThrow(() -> badOption("comp", COMPONENTS));
    };
  }

  private <T> Mono<HttpReply> setting(TableName table, TableSetting<T> setting) {
    return new SettingOperations<>(exchange, table, setting).run();
  }

  private Mono<HttpReply> policies(Resource.Table resource) {
    return switch (verb) {
      case GET, HEAD -> policyOperations("GetTableAcl").get(resource.table());
      case PUT -> policyOperations("SetTableAcl").set(resource.table());
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT);
    };
  }

  private Mono<HttpReply> indexes(Resource.Table resource) {
    var named = exchange.request().options().has("name");
    return switch (verb) {
      case GET, HEAD ->
        named
            ? indexOperations("GetIndex").get(resource.table())
            : indexOperations(Operation.LIST_INDEXES.text()).list(resource.table());
      case PUT -> indexOperations(Operation.CREATE_INDEX.text()).create(resource.table());
      case DELETE -> indexOperations(Operation.DROP_INDEX.text()).drop(resource.table());
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT, Verb.DELETE);
    };
  }

  private IndexOperations indexOperations(String operation) {
    exchange.operation(operation);
    return new IndexOperations(exchange);
  }

  /**
   * Answers the query of a partition. A write needs a RowKey, and says so: it is most likely the
   * write of an entity.
   */
  @Override
  public Mono<HttpReply> partition(Resource.Partition resource) {
    if (!verb.isRead()) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "missing=RowKey");
    }
    return query(resource.table());
  }

  private Mono<HttpReply> query(TableName table) {
    return QueryReader.isAggregated(exchange.request().options())
        ? entityReads(Operation.AGGREGATE_ENTITIES.text()).aggregate(table)
        : entityReads(Operation.QUERY_ENTITIES.text()).query(table);
  }

  @Override
  public Mono<HttpReply> entity(Resource.EntityAt resource) {
    return switch (verb) {
      case GET, HEAD -> entityReads(Operation.GET_ENTITY.text()).get(resource);
      case PUT -> write(entityWrites("PutEntity").replace(resource));
      case MERGE, PATCH -> write(entityWrites("MergeEntity").merge(resource));
      case DELETE -> write(entityWrites("DeleteEntity").delete(resource));
      default ->
        throw MethodNotAllowed.allowing(
            Verb.GET, Verb.HEAD, Verb.PUT, Verb.MERGE, Verb.PATCH, Verb.DELETE);
    };
  }

  @Override
  public Mono<HttpReply> value(Resource.ValueAt resource) {
    throw notImplemented("resource=$value");
  }

  @Override
  public Mono<HttpReply> accountAction(Resource.AccountAction resource) {
    return switch (resource.name()) {
      case "batch" -> transaction();
      case "getAll" -> jointRead();
      case "consumers" -> consumers();
      default -> throw notImplemented("resource=$" + resource.name());
    };
  }

  private Mono<HttpReply> consumers() {
    MethodNotAllowed.unlessRead(verb);
    return consumerOperations(Operation.LIST_CONSUMERS.text()).list();
  }

  @Override
  public Mono<HttpReply> consumer(Resource.Consumer resource) {
    var name = resource.name();
    return switch (resource.aspect()) {
      case "" -> consumer(name);
      case "reset" -> {
        requirePost();
        yield consumerOperations(Operation.RESET_CONSUMER.text()).reset(name);
      }
      case "position" -> {
        requirePost();
        yield consumerOperations(Operation.ADVANCE_CONSUMER.text()).advance(name);
      }
      default -> throw notImplemented("resource=$consumers/" + resource.aspect());
    };
  }

  private Mono<HttpReply> consumer(ConsumerName name) {
    return switch (verb) {
      case GET, HEAD -> consumerOperations(Operation.GET_CONSUMER.text()).get(name);
      case PUT -> consumerOperations(Operation.CREATE_CONSUMER.text()).create(name);
      case DELETE -> consumerOperations(Operation.DELETE_CONSUMER.text()).delete(name);
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT, Verb.DELETE);
    };
  }

  private ConsumerOperations consumerOperations(String operation) {
    exchange.operation(operation);
    return new ConsumerOperations(exchange);
  }

  private Mono<HttpReply> transaction() {
    requirePost();
    exchange.operation("EntityGroupTransaction");
    return new Transactions(exchange, outbox).run();
  }

  private Mono<HttpReply> jointRead() {
    requirePost();
    exchange.operation(Operation.GET_ALL_ENTITIES.text());
    return new JointReads(exchange).run();
  }

  private void requirePost() {
    if (verb != Verb.POST) {
      throw MethodNotAllowed.allowing(Verb.POST);
    }
  }

  @Override
  public Mono<HttpReply> tableAction(Resource.TableAction resource) {
    if (!resource.name().equals("count")) {
      throw notImplemented("resource=table/$" + resource.name());
    }
    MethodNotAllowed.unlessRead(verb);
    return entityReads(Operation.AGGREGATE_ENTITIES.text()).count(resource.table());
  }

  private ServiceOperations serviceOperations(String operation) {
    exchange.operation(operation);
    return service;
  }

  private PolicyOperations policyOperations(String operation) {
    exchange.operation(operation);
    return new PolicyOperations(exchange, policies);
  }

  private TableOperations tableOperations(String operation) {
    exchange.operation(operation);
    return new TableOperations(exchange);
  }

  private EntityReads entityReads(String operation) {
    exchange.operation(operation);
    return new EntityReads(exchange.request(), exchange.tables());
  }

  private RangeDeletion rangeDeletion() {
    exchange.operation(Operation.DELETE_RANGE.text());
    return new RangeDeletion(exchange);
  }

  private EntityWrites entityWrites(String operation) {
    exchange.operation(operation);
    return new EntityWrites(exchange.request());
  }

  private Mono<HttpReply> write(RequestedWrite.AwaitingBody requested) {
    var body = verb == Verb.DELETE ? Mono.just(NO_BODY) : exchange.body().whole();
    return body.map(requested::with)
        .flatMap(
            write -> exchange.tables().write(write.table(), write.write()).map(write.response()));
  }

  private String option(String name) {
    return exchange.request().options().get(name, "");
  }

  private static InvalidRequestException badOption(String name, String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_QUERY_PARAMETER_VALUE, "option=" + name + " expected=" + expected);
  }

  private static InvalidRequestException notImplemented(String facts) {
    return new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, facts);
  }
}
