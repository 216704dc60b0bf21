/**
 * Family names that are common where the languages of the built-in keywords are spoken, as everybody there knows them;
 * written down for this project. Accents do not matter; particles (`van`, `de`) are told apart.
 */
export const COMMON_LAST_NAMES: Readonly<Record<string, string>> = {
  de:
    'ackermann adam albers albrecht anders appel arnold bachmann bader barth bauer baumann baumgartner becher beck becker beckmann behrens bender berg berger bergmann bernhardt beyer bischoff ' +
    'blum bode bohm bock boehm brandt brandl braun breuer brinkmann bruckner brunner buchholz burger busch christ claus conrad decker diehl dietrich dietz dittrich doerr ebert eberhardt ' +
    'eder ehlers eichhorn engel engelhardt erdmann ernst esser fiedler fink fischer fleischer forster frank franke frey freitag friedrich fritsch frohlich fuchs funk gabriel gebhardt geiger ' +
    'gerlach giese glaser goebel gobel gotz graf gross grossmann gruber gunther haag haas hagen hahn hammer hanke hansen hartmann hartwig haupt hauser heinemann heinrich heinz heinze held ' +
    'heller hempel hennig henkel hermann herrmann hess hesse heuer hildebrandt hiller hinz hirsch hofer hoffmann hofmann hohmann holz horn huber hubner hummel jacob jacobs jager jahn jansen ' +
    'janssen john jordan jung junker kaiser karl kaufmann keller kellner kern kessler kirchner klaus klein kling klose kluge knoll koch koehler kohl kohler kolb konig konrad korner kraft kramer ' +
    'kraus krause krebs kretschmer kroger kruger krug kuhn kuhne kunz kunze kurz lang lange langer lehmann lenz lindemann lindner linke lohmann lorenz lucas ludwig lutz maier mann marquardt martens ' +
    'marx maurer may mayer meier meissner mertens merkel metz metzger meyer michel mohr moller moritz muller munch naumann neubauer neumann nickel noack nolte nowak oswald otto pape paul peters ' +
    'petersen pfeifer pfeiffer pohl popp preuss probst raabe rau rauch reich reichert reimann reimer reinhardt reuter richter riedel ritter rohde roth rothe rudolph ruf runge sander sauer schafer ' +
    'schaller schenk scherer schiller schilling schindler schlegel schlueter schmid schmidt schmitt schmitz schneider scholz schramm schreiber schreiner schroder schroeder schroter schubert schuler ' +
    'schulte schultz schulz schulze schumacher schumann schuster schutz schwab schwarz seidel seifert seitz siebert simon sommer sonntag specht stadler stahl stark stein steiner steinmetz stephan stock ' +
    'stoll straub strauss strobel sturm thiel thiele thomas ulbrich ulrich unger urban vetter vogel vogt voigt volk volkmann voss wagner walter walther weber wegener wegner weigel weiss wendt wenzel werner ' +
    'westphal wetzel wieland wiese wild wilke will wimmer winkler winter wirth witt witte wolf wolff wolter wulf wunderlich zander zeller ziegler zimmer zimmermann',
  fr:
    'adam andre antoine arnaud aubert aubry bailly barbier baron barre barthelemy benard benoit berger bernard berthelot bertin bertrand besson blanc blanchard blanchet bonnet boucher bouchet boulanger ' +
    'bourgeois bouvier boyer breton briand brun brunet carlier caron carpentier carre charles charpentier chevalier chevallier clement colin collet collin cordier cousin daniel david delattre ' +
    'delaunay deschamps descamps dubois dufour dumas dumont dupont dupuis dupuy durand duval etienne evrard fabre faure fernandez ferrand fleury fontaine fournier francois gaillard garcia garnier gauthier ' +
    'gautier gerard germain gilbert gillet girard giraud gonzalez grondin guerin guichard guillaume guillot guyot hamon hardy henry herve hubert huet humbert imbert jacob jacquet jean joly julien klein lacroix ' +
    'lambert lamy langlois laporte laurent lebon lebrun leclerc leclercq lecomte leconte lefebvre lefevre leger legrand lejeune lemaire lemaitre lemoine leroux leroy leveque lopez louis lucas mace mahe maillard ' +
    'mallet marchal marchand marechal marie martel martin martinez marty masson mathieu menard mercier meunier meyer michaud michel millet monnier moreau morel morin moulin muller nguyen nicolas noel olivier ' +
    'paris pasquier paul pelletier perez perret perrier perrin perrot petit philippe picard pichon pierre poirier pons poulain prevost prudhomme regnier remy renard renaud renault rey reynaud richard riviere ' +
    'robert robin roche rodriguez roger rolland rousseau roussel roux roy royer sanchez schmitt simon tessier thomas vallee vasseur vidal vincent weber',
  es:
    'aguilar aguirre alonso alvarez arias arroyo avila ayala barrera benitez blanco bravo caballero cabrera calvo campos cano carmona carrasco carrillo castillo castro chavez contreras cordero cortes crespo cruz ' +
    'delgado diaz diez dominguez duran escobar espinosa esteban estevez fernandez ferrer flores fuentes gallardo gallego galvez garcia garrido gil gimenez gomez gonzalez guerra guerrero gutierrez guzman hernandez ' +
    'herrera herrero hidalgo ibanez iglesias izquierdo jimenez juarez leon lopez lorenzo lozano luna maldonado marin marquez martin martinez medina mejia mendez mendoza merino miranda molina montero montoya mora morales ' +
    'moreno moya munoz navarro nieto nunez ochoa ojeda ortega ortiz pacheco padilla parra pascual pastor pena peralta perez pineda ponce prieto quintana ramirez ramos redondo rey reyes rincon rios rivas rivera rivero robles ' +
    'rodriguez rojas roman romero rosales rubio ruiz saenz salas salazar salinas sanchez santana santiago santos sanz serrano silva solis soler sosa soto suarez torres trujillo valdez vargas vazquez vega velasco velazquez ' +
    'vera vicente vidal villalobos villanueva zamora zapata zuniga',
  it:
    'abate agostini albanese amato andreoli antonelli arena baldi barbieri barone basile bassi battaglia bellini bellucci benedetti beretta bernardi berti bianchi bianco bonetti bruni bruno bruzzone calabrese cappelli caputo carbone ' +
    'cardone carli caruso castelli cattaneo cavallo ceccarelli cirillo cocco colombo conte conti coppola costa costantini cristiani damico dangelo deangelis deluca derosa donati esposito fabbri farina fazio ferrara ' +
    'ferrari ferraro ferretti ferri filippi fiore fiorentini fontana forte franchi franco fumagalli fusco galli gallo garofalo gatti gentile giordano giorgi giuliani grassi grasso greco grimaldi guerra guida guidi ippolito lombardi ' +
    'lombardo longo lorusso mancini marchetti marchi mariani marinelli marini marino marra martelli martinelli martini martino mazza mazzola melis messina milani monaco montanari montanaro monti morelli moretti mori moro negri neri ' +
    'olivieri orlando orsini pace pagani pagano palma palmieri palumbo parisi pasini pastore pellegrini pellegrino perrone piazza pinna piras poli pugliese ricci ricciardi riva rizzi rizzo romano romeo rossetti rossi rota ruggeri ' +
    'ruggiero russo sala salerno salvatore salvi sanna santini santoro sartori serra silvestri simonetti sorrentino spinelli testa tosi trevisan valente valentini ventura villa villani vitale vitali viviani volpe zanetti zanella',
  nl:
    'aalbers aarts adriaanse bakker bakkers beek bekker berends berg bergsma berkhout blok boer boersma bogaard bos bosch bosman bouwman brands brink broek brouwer bruijn buijs claessen coenen cornelissen dam dekker dekkers dijk dijkstra ' +
    'doorn driessen drost elst engelen evers faber gerritsen graaf groen groot haan haas hartog heer heijden hendriks hendrikx hermans heuvel hoek hoekstra hofman hofstra hoogland horst huisman hulst jacobs jansen janssen jong jonge ' +
    'jonker joosten kamp kempen klaassen klein kok koning konings kooij koopman koster kramer kroon kuijpers kuiper kuipers laan lange leeuwen leeuw linden loon maas maassen martens meer meijer mertens meyer michels molenaar mol mulder ' +
    'muller nijhuis nijland noort oosterhuis otten peeters peters pietersen pol post postma prins ridder riet roos rijn sanders schipper scholten schouten schreuder schuurman simons smeets smit smits snijders spijker stam steen ' +
    'terpstra theunissen timmer timmermans tol veen veenstra velde verbeek verboom verhagen verhoeven vermeer vermeulen verschuren vink visscher visser vliet vos vries vroom waal wal wagenaar wal wallinga weerd wessels wijk willems ' +
    'willemsen wit witte wolters wouters zijlstra zwart',
  pt:
    'abreu albuquerque almeida alves amaral amorim andrade antunes araujo assis azevedo barbosa barros batista bezerra borges braga brito cabral caldeira camargo campos cardoso carneiro carvalho castro cavalcanti coelho correia costa cruz ' +
    'cunha dias duarte esteves farias faria fernandes ferreira figueiredo fonseca franco freitas garcia gomes goncalves guerra guimaraes henriques leal leite lima lopes loureiro macedo machado maia marques martins matos medeiros melo mendes ' +
    'mendonca menezes miranda monteiro morais moraes moreira moreno mota moura nascimento neves nogueira novaes nunes oliveira pacheco paiva pereira pimentel pinheiro pinto pires queiroz ramos reis ribeiro rocha rodrigues sales salgado ' +
    'sampaio santana santiago santos saraiva silva silveira simoes soares sousa souza tavares teixeira teles toledo torres valente vargas vasconcelos vaz viana vieira xavier',
  pl:
    'adamczyk adamski andrzejewski baran borkowski chmielewski cieslak czarnecki czerwinski dabrowski duda dudek gajewski glowacki gorski grabowski jablonski jakubowski jankowski jasinski jaworski kaczmarek kalinowski kaminski kaczmarczyk kowalczyk ' +
    'kowalski kozlowski krajewski krawczyk krol kubiak kucharski kwiatkowski lewandowski lis maciejewski majewski malinowski marciniak mazur mazurek michalak michalski mroz nowak nowakowski nowicki olszewski ostrowski pawlak pawlowski pietrzak ' +
    'piotrowski przybylski rutkowski sadowski sawicki sikora sobczak sokolowski stepien szczepanski szewczyk szulc szymanski szymczak tomaszewski tomczak urbanski walczak wasilewski wieczorek wisniewski witkowski wojciechowski wojcik wozniak ' +
    'wrobel wroblewski wysocki zajac zakrzewski zalewski zawadzki zielinski',
};
