package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableAccessPolicy;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableServiceCorsRule;
import com.azure.data.tables.models.TableServiceProperties;
import com.azure.data.tables.models.TableSignedIdentifier;
import com.azure.data.tables.sas.TableSasSignatureValues;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stored access policies of a table, and properties of the service. */
@ExtendWith(SdkServer.class)
class SettingsIT {

  private final SdkAccount account;
  private final TableClient table;

  SettingsIT(SdkAccount account) {
    this.account = account;
    this.table = account.table(new TableEntity("p", "r"));
  }

  private static TableSignedIdentifier policy(String id, String permissions) {
    return new TableSignedIdentifier(id)
        .setAccessPolicy(new TableAccessPolicy()
            .setPermissions(permissions)
            .setExpiresOn(OffsetDateTime.now(ZoneOffset.UTC).plusHours(1)));
  }

  private TableClient holder(String policy) {
    return account
        .holding(table.generateSas(new TableSasSignatureValues(policy)))
        .getTableClient(table.getTableName());
  }

  @Test
  void policiesAreReadBackUnchanged() {
    table.setAccessPolicies(List.of(policy("readers", "r"), policy("writers", "raud")));

    assertThat(table.getAccessPolicies().getIdentifiers())
        .extracting(TableSignedIdentifier::getId, set -> set.getAccessPolicy().getPermissions())
        .containsExactly(tuple("readers", "r"), tuple("writers", "raud"));
  }

  @Test
  void aTokenAllowsOnlyTheOperationsOfItsPolicy() {
    table.setAccessPolicies(List.of(policy("readers", "r")));
    var holder = holder("readers");

    assertThat(holder.getEntity("p", "r").getRowKey()).isEqualTo("r");
    SdkAssertions.assertRefused(
        () -> holder.createEntity(new TableEntity("p", "new")),
        403,
        "AuthorizationPermissionMismatch");
  }

  @Test
  void deletingAPolicyInvalidatesItsTokens() {
    table.setAccessPolicies(List.of(policy("readers", "r")));
    var holder = holder("readers");
    holder.getEntity("p", "r");

    table.setAccessPolicies(List.of());

    SdkAssertions.assertRefused(() -> holder.getEntity("p", "r"), 403, "AuthenticationFailed");
  }

  @Test
  void fivePoliciesAreAcceptedAndSixAreRefused() {
    var six = List.of("a", "b", "c", "d", "e", "f").stream()
        .map(id -> policy(id, "r"))
        .toList();

    table.setAccessPolicies(six.subList(0, 5));
    assertThat(table.getAccessPolicies().getIdentifiers()).hasSize(5);
    SdkAssertions.assertRefused(() -> table.setAccessPolicies(six), 400, "InvalidXmlDocument");
  }

  @Test
  void corsRulesAreReadBackUnchanged() {
    var rule = new TableServiceCorsRule()
        .setAllowedOrigins("http://example.org")
        .setAllowedMethods("GET")
        .setAllowedHeaders("*")
        .setExposedHeaders("*")
        .setMaxAgeInSeconds(5);

    account.service().setProperties(new TableServiceProperties().setCorsRules(List.of(rule)));

    assertThat(account.service().getProperties().getCorsRules())
        .extracting(TableServiceCorsRule::getAllowedOrigins)
        .containsExactly("http://example.org");
  }
}
