/**
 * Given names that are common where the languages of the built-in keywords are spoken, as everybody there knows them;
 * written down for this project. Accents do not matter.
 */
export const COMMON_FIRST_NAMES: Readonly<Record<string, string>> = {
  de:
    'alexander alina andreas angelika anja anke anna annegret annette antje armin astrid axel barbara beate benedikt bernd bernhard bettina birgit bjoern ' +
    'bodo brigitte britta burkhard carsten christa christian christiane christina christoph claudia clemens cornelia dagmar daniel daniela dennis detlef ' +
    'dieter dietmar dirk doris dorothea eberhard edeltraud elfriede elke emil erich erika ernst eva fabian felix finn florian frank franz franziska ' +
    'friedrich fritz gabriele georg gerd gerda gerhard gertrud gisela gudrun gunther guenter guenther guido hanna hannah hannelore hans harald hartmut ' +
    'heidi heike heiko heinrich heinz helga helmut herbert hermann hildegard hilde holger horst ilse inge ingeborg ingo ingrid irmgard jan jana jens ' +
    'joachim jochen johann johanna johannes jonas joerg jorg juergen jurgen julia jutta kai karin karl karsten katharina kathrin katja katrin kerstin ' +
    'klaus konrad konstantin kristin kurt lara lars laura lea lena leon leonie leopold lieselotte lina lothar lotte luca lukas luisa lutz maik maja ' +
    'manfred manuela marcel marco margarete margot margrit maria marianne marie marion markus marlene martin martina mathias matthias max maximilian ' +
    'meike melanie mia michael michaela monika moritz nadine niklas nicole norbert olaf oliver oskar otto paul paula peter petra philipp ralf ralph ' +
    'rainer reiner reinhard renate robert roland rolf rosemarie rudi rudolf sabine sandra sascha sebastian sibylle siegfried sigrid silke silvia simon ' +
    'simone sofie sonja stefan stefanie steffen stephan susanne svenja swantje tanja theresa thomas thorsten tim tobias torben torsten traute udo ulf ' +
    'ulrich ulrike ursula ute uwe vanessa verena veronika volker volkmar waltraud walter werner wiebke wilfried wilhelm willi winfried wolfgang wolfram yvonne',
  fr:
    'adele adrien agathe agnes alain albert alexandre alexis alice aline alphonse amandine ambroise amelie anais anatole andre andree angele angelique anne annick ' +
    'anselme antoine antoinette apolline ariane arlette armand armande arnaud arthur astrid aude audrey augustin aurelie aurelien baptiste barnabe basile bastien ' +
    'beatrice benedicte benjamin benoit bernadette bernard berthe bertrand blanche brice brigitte bruno camille carole caroline catherine cecile cedric celeste ' +
    'celestin celine cesar chantal charles charlotte chloe christelle christiane christine christophe claire clarisse claude claudine clemence clement cleo clothilde ' +
    'colette constance coralie corentin corinne cyprien cyril cyrille damien danielle david delphine denis denise desire diane didier dominique dorothee ' +
    'edith edmond edouard eleonore elisabeth elise elodie eloi eloise emeric emile emilie emilien emma emmanuel emmanuelle eric ernestine estelle etienne eugene ' +
    'eugenie evelyne fabien fabienne fabrice felicie felicite felix fernand fernande fleur flore florence florent florian francine franck francois francoise ' +
    'frederic frederique gabriel gabrielle gaelle gaetan gaspard gaston genevieve geoffroy georges georgette gerald gerard germain germaine ghislain ghislaine gilbert ' +
    'gilles ginette gisele gontran gregoire guilhem guillaume gustave guy gwenaelle hector helene henri henriette herve hilaire honore honorine hortense hubert ' +
    'hugo hugues ines irene isabelle isidore ivan jacqueline jacques jean jeanne jeannine jerome joel joelle jordane joseph josephine josette josselin juan jules julie julien ' +
    'juliette justin justine karine laetitia laure laurence laurent lea leandre leon leonard leonie leopold liliane lionel lise loic lois louis louise louison luc lucas luce ' +
    'lucette lucie lucien lucienne ludovic lydie madeleine magali manon marc marcel marceline marcelle margaux margot marguerite marianne marie marin marine marion ' +
    'marius marthe martial martine mathieu mathilde matthieu maud maurice maxence maxime mael melanie melissa michel micheline michele mireille monique ' +
    'morgane muriel myriam nadege nathalie nathan nestor nicolas nicole noel noelle noemie norbert octave odette odile olivier olympe ophelie pascal pascale pascaline ' +
    'patrice patricia patrick paul paulette pauline perrine philibert philippe philippine pierre prosper quentin rachel raoul raphael raymond raymonde regine regis remi ' +
    'remy rene renee robert rodolphe roger roland romain romane rose roseline roxane sabine salome samuel sandrine sebastien serge severin severine simone solange ' +
    'solene sophie stephane stephanie suzanne sylvain sylvaine sylvestre sylvie tanguy tatiana theo theodore theophile therese thibault thierry thomas timothee ' +
    'toussaint tristan ulysse valentin valentine valerie vanessa veronique victoire victor victorine vincent virgile virginie viviane xavier yann yannick ' +
    'yolande yves yvette yvonne zacharie zelie zoe',
  es:
    'adela adolfo adrian adriana agustin aitor alba alberto alejandra alejandro alfonso alfredo alicia alonso alvaro amalia amparo ana andrea andres angel angela angeles ' +
    'anselmo antonia antonio araceli armando arturo asuncion aurelio aurora barbara beatriz belen benito bernardo blanca carla carlos carlota carmen carolina catalina ' +
    'cecilia cesar clara claudia concepcion consuelo cristian cristina cristobal daniela david diana diego dolores domingo eduardo elena elisa elvira emilia emilio ' +
    'encarnacion enrique ernesto esperanza esteban esther eugenia eva federico felipe felix fernanda fernando fidel francisca francisco gabriel gabriela gerardo german ' +
    'gilberto gloria gonzalo graciela gregorio guadalupe guillermo gustavo hector hernan hilda hugo ignacio ines inmaculada irene iris isabel ismael ivan jaime javier ' +
    'jesus jimena joaquin jorge jose josefa josefina juan juana juana julia julian julio laura leonor leticia lidia lola lorena lorenzo lourdes lucas lucia luis luisa ' +
    'magdalena manuel manuela marcelo marcos margarita maria mariana mariano marina mario marisol marta martin mateo matias mauricio mercedes miguel milagros miriam ' +
    'monica montserrat natalia nicolas nieves nuria octavio olga oscar pablo paloma patricia paula pedro pilar rafael ramiro ramon ramona raquel raul rebeca ricardo ' +
    'roberto rocio rodrigo rogelio rosa rosalia rosario ruben salvador sandra santiago sara sebastian sergio silvia sofia soledad sonia susana tamara teodoro teresa tomas ' +
    'trinidad valentina vanesa vera veronica vicente victor virginia xavier yolanda',
  it:
    'achille ada adele adriana adriano agata agnese alba alberto aldo alessandra alessandro alessia alessio alfio alfonso alfredo alice amedeo amelia amerigo angela angelica ' +
    'angelo anita anna annalisa annamaria annunziata anselmo antonella antonia antonietta antonino antonio arianna armando arnaldo arturo assunta attilio augusto aurelio ' +
    'aurora barbara bartolomeo beatrice benedetta benedetto beniamino berenice bernardo bettina bianca biagio bruna bruno calogero camilla carla carlo carlotta carmela carmelo ' +
    'carmine carolina caterina cecilia celeste cesare chiara ciro cinzia clara claudia claudio clelia concetta corrado cosimo costantino costanza cristian cristiana cristiano ' +
    'cristina damiano daniela daniele danilo dario davide debora demetrio diana diego dino domenica domenico donatella donato dora edoardo egidio elena eleonora elia eliana elio ' +
    'elisa elisabetta elvira emanuela emanuele emidio emilia emiliano emilio emma enea enrica enrico enzo ercole ermanno erminia ernesto ester ettore eufemia eugenia eugenio eva ' +
    'fabiana fabio fabrizia fabrizio fausta fausto federica federico felice ferdinando fernando fiammetta filippo filomena fiorella fiorenza flaminia flavia flavio fortunato ' +
    'franca francesca francesco franco fulvia fulvio gabriella gabriele gaetana gaetano gaia galileo gaspare gemma gennaro gerardo germano giacinta giacinto giacomo giada ' +
    'gianfranco gianluca gianmarco gianna gianni gianpaolo gilberto gilda gina ginevra gino gioacchino giorgia giorgio giovanna giovanni girolamo giuditta giulia giuliana giuliano ' +
    'giulio giuseppe giuseppina giusto gloria goffredo graziano grazia graziella greta gregorio gualtiero guglielmo guido iacopo ida ignazio igor ilaria immacolata ines ippolita irene ' +
    'irma isabella italo ivan ivana ivo jacopo lara laura lavinia lea leandro leonardo leone leopoldo letizia lia liana lidia lidio liliana linda livia livio lodovico lorena lorenza ' +
    'lorenzo loretta loris luca lucia luciana luciano lucio lucrezia ludovica ludovico luigi luigia luisa maddalena manlio manuela mara marcella marcello marco margherita maria ' +
    'mariangela mariano marika marina mario marisa marta martina martino maruska massimiliano massimo matilde matteo mattia maura maurizio mauro melania michela michelangelo michele ' +
    'milena mirella miriam mirko modesto monica morgana nadia natale natalia nazario nella nello nicola nicoletta nicolo nina nino noemi nunzia nunzio odetta olga olimpia omar ombretta ' +
    'onofrio orazio oreste orietta orlando ornella orsola osvaldo ottavia ottavio palmira paola paolo paride pasquale patrizia pellegrino pia piera piero pietro pina pio primo prisca ' +
    'quirino rachele raffaella raffaele raimondo ramona rebecca regina remo renata renato renzo riccardo rina rinaldo rino rita roberta roberto rocco rodolfo rolando romano romeo romolo ' +
    'rosa rosalba rosalia rosanna rosaria rosario rosita rossana rossella ruggero rufo sabatino sabina sabrina salvatore samanta samuele sandra sandro santina santo sara saverio ' +
    'sebastiano selvaggia serafino serena sergio settimo severino silvana silvano silvestro silvia silvio simona simone sofia sonia stefania stefano stella susanna sveva tancredi tania ' +
    'tatiana teodoro teresa timoteo tina tiziana tiziano tommaso tosca tullio ubaldo ugo umberto valentina valentino valeria valerio vanessa vanni vera veronica vincenza vincenzo viola ' +
    'virgilio virginia vitale vito vittoria vittorio viviana walter zaira zita',
  nl:
    'aart ad adriaan adriana agnes albert anja anke anna annelies anneke annemarie antoinette arie arjan astrid barbara bart bas ben bert bianca bob bram brigitte carla carlijn caroline ' +
    'cees chantal coen cor cornelis daan daniel david dennis diana dick dirk dirkje eelco eline ellen els emma erik esmee esther eva evelien evert femke ferdinand floor floris frank frans ' +
    'fred frederik freek geert gerard gerda gerrit gert gijs greetje guus hanneke hans harm harry hein hendrik hendrika henk hennie herman hugo ilse ineke inge ingrid irene iris jaap jacob ' +
    'jacqueline jan janneke jannie jasper jelle jeroen jesse jet jo joep johan johanna johannes jolanda joost joris jos josephine joyce jurgen karel karin kees kim klaas koen koos lars laura ' +
    'leen lenny leo lieke lies lieve lisa lisanne loes lotte lucas luuk maaike maarten maartje marc margriet maria marieke marije marijke marike marit marjan marjolein mark marleen marloes ' +
    'mart martijn martin matthijs max merel michel mieke mike milan mirjam monique myrthe nadine nico niek niels nienke nynke olga onno patricia patrick paul paula peter petra piet pieter pim ' +
    'ria rianne rob robbert robin roel roelof ronald roos rosalie ruben rudolf ruth ruud saar sander sandra sanne saskia sem siem sietske simone sjaak sjoerd sofie sophie stef stefan stijn ' +
    'suzanne teun teunis theo thijs thomas tijn tim timo tineke tom trijntje truus twan ursula vera victor vincent wendy wiebe wil willeke willem wilma wim wouter yvonne',
  pt:
    'adriana adriano afonso alberto alessandra alexandre alice aline alvaro amanda ana anabela andre andreia antonia antonio armando artur arthur augusto barbara beatriz benedita bernardo bianca ' +
    'breno bruna bruno caio camila carla carlos carolina catarina cecilia celia celso cesar claudia claudio conceicao cristiane cristina dalva daniel daniela davi debora denise diego diogo domingos ' +
    'edson eduarda eduardo elaine eliane elias elisa emanuel emilia enzo erica ester eugenio fabiana fabio fabricio felipe fernanda fernando filipa filipe flavia flavio francisca francisco ' +
    'frederico gabriel gabriela gaspar geraldo gilberto giovana goncalo graca guilherme gustavo heitor helena helio henrique hugo igor ines irene isabel isabela isadora ivo janaina joana joao ' +
    'joaquim jorge jose josefa juliana juliano julio karina laura leandro leonardo leticia lidia livia lorena lourenco luana lucas lucia luciana luciano luis luisa luiz luiza manuel manuela ' +
    'marcela marcelo marcia marcio marco marcos margarida maria mariana mario marina marta mateus matheus mauricio mauro melissa miguel monica murilo natalia nelson nicolas nuno olga otavio ' +
    'patricia paula paulo pedro priscila rafael rafaela raimunda raimundo raquel raul rebeca regina renan renata renato ricardo rita roberta roberto rodrigo rogerio rosa ruben rui sabrina samuel ' +
    'sandra sara sebastiao sergio silvia simone sofia solange sonia suelen susana tania tatiana teresa thiago tiago tomas valentina valeria vanessa vera vicente victor vinicius vitor vitoria wagner ' +
    'yasmin yuri',
  pl:
    'adam agata agnieszka alicja andrzej aneta anna barbara bartosz beata boguslaw bozena cezary danuta dariusz dawid dorota edyta elzbieta ewa ewelina grazyna grzegorz halina hanna henryk ' +
    'irena iwona izabela jacek jadwiga jakub jan janina jaroslaw jerzy joanna jolanta justyna kamil karolina katarzyna kazimierz kinga krystyna krzysztof leszek lucyna lukasz maciej ' +
    'magdalena malgorzata marcin marek maria mariusz marta mateusz michal miroslaw monika natalia patrycja pawel piotr przemyslaw rafal renata robert ryszard slawomir stanislaw stanislawa ' +
    'stefan sylwia szymon tadeusz teresa tomasz urszula wieslaw wieslawa wioletta wojciech zbigniew zdzislaw zofia',
};
