package io.weir.cluster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;

/** The agreement knows entries and nothing of what is in them. */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule theAgreementKnowsOnlyItsSeamAndTheDisk = noClasses()
      .should()
      .dependOnClassesThat(com.tngtech.archunit.base.DescribedPredicate.describe(
          "are of the engine, other than the seam and the disk",
          type -> type.getPackageName().startsWith("io.weir.")
              && !type.getPackageName().equals("io.weir.cluster")
              && !type.getPackageName().equals("io.weir.engine.consensus")
              && !type.getPackageName().equals("io.weir.engine.disk")));

  @ArchTest
  static final ArchRule itUsesNeitherOurReactorNorOurNetty =
      noClasses().should().dependOnClassesThat().resideInAnyPackage("reactor..", "io.netty..");

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsArriveThroughConstructors = Rules.settingsAreReadOnlyIn();

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();
}
