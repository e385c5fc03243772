package io.weir.client;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;
import java.util.List;

/**
 * The client depends on the contract and a transport, but on no engine. Its packages depend on each
 * other one way.
 */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  /** The path of a call, from top to bottom: a package may depend on packages further down only. */
  private static final List<String> PATH = List.of(
      "io.weir.client",
      "io.weir.client.queue",
      "io.weir.client.stream",
      "io.weir.client.rest",
      "io.weir.client.value",
      "io.weir.client.transport",
      "io.weir.client.credential",
      "io.weir.client.call",
      "io.weir.client.options",
      "io.weir.client.exchange");

  @ArchTest
  static final ArchRule onlyBackendsImplementADoor =
      Rules.doorsAreImplementedOnlyBy("io.weir.client.rest.RestTables");

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();

  @ArchTest
  static final ArchRule knowsNoEngine = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("io.weir.engine..", "io.weir.server..", "net.openhft..");

  @ArchTest
  static final ArchRule usesNoPattern =
      noClasses().should().dependOnClassesThat().resideInAPackage("io.weir.pattern..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsArriveThroughConstructors = Rules.settingsAreReadOnlyIn();

  @ArchTest
  static void packagesDependOnPackagesFurtherDownThePath(JavaClasses client) {
    for (var i = 0; i < PATH.size(); i++) {
      var above = PATH.subList(0, i).toArray(String[]::new);
      noClasses()
          .that(resideInAPackage(PATH.get(i)))
          .should()
          .dependOnClassesThat(resideInAnyPackage(above))
          .check(client);
    }
  }

  @ArchTest
  static void thePathListsEveryPackageOfACall(JavaClasses client) {
    classes()
        .that(resideInAPackage("io.weir.client.."))
        .should()
        .resideInAnyPackage(PATH.toArray(String[]::new))
        .check(client);
  }

  @ArchTest
  static final ArchRule noPackageIsLarge = Rules.noPackageHasMoreThanThirtyFiles();
}
