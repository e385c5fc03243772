package io.weir.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.cli.StandIn;
import io.weir.cli.archive.PoliciesRefused;
import io.weir.client.WeirClient;
import io.weir.server.settings.AccessPolicies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored access policies at an endpoint that refuses to show or set them. */
final class EndpointPoliciesTest {

  private static final TableName BIRDS = new TableName("Birds");

  private final List<String> remarks = new ArrayList<>();
  private volatile int status = 403;
  private volatile String code = "AuthorizationPermissionMismatch";
  private StandIn server;
  private WeirClient client;
  private EndpointPolicies policies;

  @BeforeEach
  void start() throws IOException {
    server = StandIn.at("/", exchange -> {
      if (!code.isEmpty()) {
        exchange.getResponseHeaders().set("x-ms-error-code", code);
      }
      exchange.sendResponseHeaders(status, -1);
      exchange.close();
    });
    client = WeirClient.builder().endpoint(server.account()).retries(0).connect();
    policies = new EndpointPolicies(client.administration(), remarks::add);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void policiesThatTheKeyMayNotReadAreLeftOutWithOneRemark() throws IOException {
    assertThat(policies.of(BIRDS)).isEqualTo(AccessPolicies.NONE);
    assertThat(policies.of(new TableName("Fish"))).isEqualTo(AccessPolicies.NONE);

    assertThat(remarks)
        .containsExactly(
            "Stored access policies are left out: the service does not show them with this key.");
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 501})
  void aServiceThatDoesNotSetPoliciesRefusesThem(int refusal) {
    status = refusal;

    assertThatThrownBy(() -> policies.replace(BIRDS, AccessPolicies.NONE))
        .isInstanceOf(PoliciesRefused.class)
        .hasMessageContaining("Birds")
        .hasMessageContaining("a key of the account that allows everything");
  }

  @Test
  void aServiceWithoutPoliciesHasNone() throws IOException {
    status = 501;

    assertThat(policies.of(BIRDS)).isEqualTo(AccessPolicies.NONE);
    assertThat(remarks).hasSize(1);
  }

  @Test
  void aTableThatIsGoneIsNotFound() {
    status = 404;
    code = "TableNotFound";

    assertThatThrownBy(() -> policies.of(BIRDS)).isInstanceOf(NotFoundException.class);
  }

  @Test
  void aWrongKeyIsAFailure() {
    code = "AuthenticationFailed";

    assertThatThrownBy(() -> policies.of(BIRDS))
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.AUTHENTICATION_FAILED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "InsufficientAccountPermissions"})
  void aRefusalOfAnotherServiceIsNoWrongKey(String otherCode) throws IOException {
    code = otherCode;

    assertThat(policies.of(BIRDS)).isEqualTo(AccessPolicies.NONE);
    assertThatThrownBy(() -> policies.replace(BIRDS, AccessPolicies.NONE))
        .isInstanceOf(PoliciesRefused.class);
  }

  @Test
  void anyOtherStatusIsAFailure() {
    status = 503;
    code = "ServerBusy";

    assertThatThrownBy(() -> policies.of(BIRDS)).isInstanceOf(ServiceBusyException.class);
    assertThatThrownBy(() -> policies.replace(BIRDS, AccessPolicies.NONE))
        .isInstanceOf(ServiceBusyException.class);
  }
}
