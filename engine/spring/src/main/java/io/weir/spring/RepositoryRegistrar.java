package io.weir.spring;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.ResourceLoaderAware;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/** Finds the repositories of {@link EnableWeirTables} and registers a factory of each. */
final class RepositoryRegistrar implements ImportBeanDefinitionRegistrar, ResourceLoaderAware {

  private final Interfaces interfaces = new Interfaces();

  /** Finds interfaces, which a search for components leaves out. */
  private static final class Interfaces extends ClassPathScanningCandidateComponentProvider {

    Interfaces() {
      super(false);
      addIncludeFilter(new AnnotationTypeFilter(WeirTable.class));
    }

    @Override
    protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
      return definition.getMetadata().isInterface() && definition.getMetadata().isIndependent();
    }
  }

  @Override
  public void setResourceLoader(ResourceLoader loader) {
    interfaces.setResourceLoader(loader);
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    for (var basePackage : packages(importing)) {
      for (var found : interfaces.findCandidateComponents(basePackage)) {
        var name = Objects.requireNonNull(found.getBeanClassName());
        var type =
            ClassUtils.resolveClassName(name, interfaces.getResourceLoader().getClassLoader());
        var factory = BeanDefinitionBuilder.genericBeanDefinition(RepositoryFactory.class)
            .addConstructorArgValue(type)
            .getBeanDefinition();
        factory.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, type);
        registry.registerBeanDefinition(
            StringUtils.uncapitalize(ClassUtils.getShortName(type)), factory);
      }
    }
  }

  private static List<String> packages(AnnotationMetadata importing) {
    var annotation =
        Objects.requireNonNull(importing.getAnnotationAttributes(EnableWeirTables.class.getName()));
    var named = (String[]) Objects.requireNonNull(annotation.get("basePackages"));
    return named.length > 0
        ? Arrays.asList(named)
        : List.of(ClassUtils.getPackageName(importing.getClassName()));
  }
}
