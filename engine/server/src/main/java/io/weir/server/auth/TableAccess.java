package io.weir.server.auth;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.server.request.QueryOptions;
import io.weir.server.settings.StoredPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A table SAS. It grants some operations on some entities of the table. Immutable. */
record TableAccess(QueryOptions options) implements SharedAccess {

  private static final String WITH_SERVICE_NAME = "2015-02-21";
  private static final String WITH_ADDRESS_AND_PROTOCOL = "2015-04-05";

  static TableAccess parse(QueryOptions options) {
    SharedAccess.required(options, "tn");
    requireWith(options, "srk", "spk");
    requireWith(options, "erk", "epk");
    return new TableAccess(options);
  }

  @Override
  public String stringToSign(AccountName account) {
    var version = options.get("sv", "");
    var table = options.get("tn", "").toLowerCase(Locale.ROOT);
    var resource = "/" + account.value() + "/" + table;
    var canonical = version.compareTo(WITH_SERVICE_NAME) >= 0 ? "/table" + resource : resource;
    var sender = version.compareTo(WITH_ADDRESS_AND_PROTOCOL) >= 0
        ? List.of(value("sip"), value("spr"))
        : List.<String>of();
    var fields =
        new ArrayList<>(List.of(value("sp"), value("st"), value("se"), canonical, value("si")));
    fields.addAll(sender);
    fields.addAll(List.of(version, value("spk"), value("srk"), value("epk"), value("erk")));
    return fields.stream().collect(Collectors.joining("\n"));
  }

  /**
   * Takes each term from either the signature or the policy. A term that both set is an error,
   * because a change of the policy would otherwise have no effect on that signature.
   */
  @Override
  public SharedAccess withStoredPolicy(StoredPolicies<TableName> policies, AccountName account) {
    var id = value("si");
    if (id.isEmpty()) {
      return this;
    }
    var policy = policies
        .find(account, new TableName(value("tn")), id)
        .orElseThrow(() -> SharedAccess.failed("policy=unknown"));
    return with("sp", policy.permission()).with("st", policy.start()).with("se", policy.expiry());
  }

  private TableAccess with(String name, Optional<String> stored) {
    if (stored.isEmpty()) {
      return this;
    }
    if (!value(name).isEmpty()) {
      throw SharedAccess.failed("givenTwice=" + name + " in=token,policy");
    }
    return new TableAccess(options.with(name, stored.get()));
  }

  @Override
  public Grant grant() {
    SharedAccess.required(options, "sp");
    return new TableGrant(
        new TableName(value("tn")),
        value("sp"),
        new GrantedKeys(given("spk"), given("srk"), given("epk"), given("erk")));
  }

  private String value(String name) {
    return options.get(name, "");
  }

  private Optional<String> given(String name) {
    return Optional.ofNullable(options.get(name));
  }

  private static void requireWith(QueryOptions options, String row, String partition) {
    if (options.has(row) && !options.has(partition)) {
      throw Grant.denied(ErrorCode.AUTHENTICATION_FAILED, "missing=" + partition);
    }
  }
}
