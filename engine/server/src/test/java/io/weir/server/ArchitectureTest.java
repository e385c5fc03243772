package io.weir.server;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;

/**
 * The endpoint depends on engine, contract and the pattern of large values alone, never waits, and
 * is configured by its caller. Each library has one home in it.
 */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  private static final String LARGE_VALUES = "io.weir.pattern.large";

  private static final DescribedPredicate<JavaClass> OTHER_MODULES = resideInAPackage("io.weir..")
      .and(not(resideInAnyPackage(
          "io.weir.server..", "io.weir.engine..", "io.weir.api..", LARGE_VALUES)))
      .as("modules other than engine and contract");

  @ArchTest
  static final ArchRule onlyBackendsImplementADoor = Rules.doorsAreImplementedOnlyBy();

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();

  @ArchTest
  static final ArchRule theServerDependsOnEngineAndContractAlone =
      noClasses().should().dependOnClassesThat(OTHER_MODULES);

  @ArchTest
  static final ArchRule onlyTheValuePackageUsesLargeValues =
      Rules.livesOnlyIn("io.weir.server.value", LARGE_VALUES);

  @ArchTest
  static final ArchRule noClassUsesLibrariesOfTheLauncher = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("picocli..", "de.siegmar..", "me.tongfei..", "ch.qos.logback..");

  @ArchTest
  static final ArchRule onlyTheJsonPackageUsesJackson = Rules.livesOnlyIn(
      "io.weir.server.json", "tools.jackson..", "com.fasterxml.jackson.annotation..");

  @ArchTest
  static final ArchRule onlyTheViewOfTheOperatorUsesMicrometer =
      Rules.livesOnlyIn("io.weir.server.operator", "io.micrometer..", "io.prometheus..");

  @ArchTest
  static final ArchRule onlyAuthenticationReadsTokensOfIssuers =
      Rules.livesOnlyIn("io.weir.server.auth", "com.nimbusds..");

  @ArchTest
  static final ArchRule noClassUsesChronicleOldJacksonOrAzure = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          "net.openhft..",
          "com.fasterxml.jackson.core..",
          "com.fasterxml.jackson.databind..",
          "com.azure..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  /** Dialects, authentication and metrics use requests and answers, and do not know the port. */
  @ArchTest
  static final ArchRule onlyTheServerUsesTheHttpPackage = noClasses()
      .that()
      .resideOutsideOfPackages("io.weir.server", "io.weir.server.http")
      .should()
      .dependOnClassesThat()
      .resideInAPackage("io.weir.server.http");

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule readersShareNoLockWithALoop = Rules.publishersAreIteratedOnlyIn("nowhere");

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsAreReadByTheCommandLine = Rules.settingsAreReadOnlyIn();
}
